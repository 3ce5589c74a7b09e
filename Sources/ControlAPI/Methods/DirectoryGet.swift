/// `directory.get`: the newest bundle of one node.
package enum DirectoryGet: ControlMethod {
  package static let method = Method.directoryGet

  package struct Params: Codable, Sendable, Hashable {
    /// 64 hexadecimal digits.
    package var nodeID: String
    /// Paths that share no node, 1 to 8; the daemon's own number when absent.
    package var paths: Int?
    /// Whether this node asks in its own name, over the links that it has: faster, and whoever is asked knows who asks.
    package var asSelf: Bool?
    /// Whether only the store of this node is looked into: nobody is asked, and others may have something newer.
    package var local: Bool?
    package var timeoutMilliseconds: Int64?

    package init(
      nodeID: String, paths: Int? = nil, asSelf: Bool? = nil, local: Bool? = nil,
      timeoutMilliseconds: Int64? = nil
    ) {
      self.nodeID = nodeID
      self.paths = paths
      self.asSelf = asSelf
      self.local = local
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var match: MatchView
    package var hops: Int
    package var requests: Int
    package var milliseconds: Int64

    package init(match: MatchView, hops: Int, requests: Int, milliseconds: Int64) {
      self.match = match
      self.hops = hops
      self.requests = requests
      self.milliseconds = milliseconds
    }
  }
}
