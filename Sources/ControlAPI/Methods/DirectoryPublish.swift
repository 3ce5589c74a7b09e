/// `directory.publish`: stores this node's bundle at the nodes closest to it.
package enum DirectoryPublish: ControlMethod {
  package static let method = Method.directoryPublish

  package struct Params: Codable, Sendable, Hashable {
    /// Whether the answer waits until every holder has answered or timed out.
    package var wait: Bool
    package var timeoutMilliseconds: Int64?

    package init(wait: Bool, timeoutMilliseconds: Int64? = nil) {
      self.wait = wait
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var accepted: Int
    package var refused: Int
    /// Why, and how many for each reason: `too_often`, `full` and the others of the DHT's refusals, or `other`.
    package var refusals: [String: Int]
    /// Nodes that hold a newer bundle of this identity.
    package var newer: Int
    /// Nodes that have not answered.
    package var silent: Int
    /// Node IDs of those that took it.
    package var holders: [String]
    package var complete: Bool
    /// How many nodes are known to keep the record, by their word or by reading it back.
    package var replicas: Int
    /// The last reading back.
    package var audit: AuditView?
    /// For how long the record has been due to be published again.
    package var lagMilliseconds: Int64
    package var milliseconds: Int64

    package init(
      accepted: Int, refused: Int, refusals: [String: Int] = [:], newer: Int, silent: Int, holders: [String],
      complete: Bool,
      replicas: Int, audit: AuditView? = nil, lagMilliseconds: Int64, milliseconds: Int64
    ) {
      self.accepted = accepted
      self.refused = refused
      self.refusals = refusals
      self.newer = newer
      self.silent = silent
      self.holders = holders
      self.complete = complete
      self.replicas = replicas
      self.audit = audit
      self.lagMilliseconds = lagMilliseconds
      self.milliseconds = milliseconds
    }
  }
}
