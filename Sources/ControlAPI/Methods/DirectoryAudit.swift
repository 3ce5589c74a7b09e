/// `directory.audit`: reads this node's record back over other paths and stores what is missing.
package enum DirectoryAudit: ControlMethod {
  package static let method = Method.directoryAudit

  package struct Params: Codable, Sendable, Hashable {
    package var timeoutMilliseconds: Int64?

    package init(timeoutMilliseconds: Int64? = nil) { self.timeoutMilliseconds = timeoutMilliseconds }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var audit: AuditView
    /// Node IDs of those that served it.
    package var holders: [String]
    package var milliseconds: Int64

    package init(audit: AuditView, holders: [String], milliseconds: Int64) {
      self.audit = audit
      self.holders = holders
      self.milliseconds = milliseconds
    }
  }
}
