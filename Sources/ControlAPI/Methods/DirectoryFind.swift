/// `directory.find`: all nodes of the directory whose node ID begins with a prefix. The caller chooses among them;
/// the network never does.
package enum DirectoryFind: ControlMethod {
  package static let method = Method.directoryFind

  package struct Params: Codable, Sendable, Hashable {
    /// 8 to 64 hexadecimal digits.
    package var prefix: String
    /// Paths that share no node, 1 to 8; the daemon's own number when absent.
    package var paths: Int?
    /// Whether this node asks in its own name, over the links that it has: faster, and whoever is asked knows who asks.
    package var asSelf: Bool?
    /// Whether only the store of this node is looked into: nobody is asked, and others may have something newer.
    package var local: Bool?
    package var timeoutMilliseconds: Int64?

    package init(
      prefix: String, paths: Int? = nil, asSelf: Bool? = nil, local: Bool? = nil,
      timeoutMilliseconds: Int64? = nil
    ) {
      self.prefix = prefix
      self.paths = paths
      self.asSelf = asSelf
      self.local = local
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var matches: [MatchView]
    /// Whether the lookup converged before its time was up.
    package var complete: Bool
    package var hops: Int
    package var requests: Int
    package var milliseconds: Int64

    package init(matches: [MatchView], complete: Bool, hops: Int, requests: Int, milliseconds: Int64) {
      self.matches = matches
      self.complete = complete
      self.hops = hops
      self.requests = requests
      self.milliseconds = milliseconds
    }
  }
}
