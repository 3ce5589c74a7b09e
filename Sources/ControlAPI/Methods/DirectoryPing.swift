/// `directory.ping`: asks one node whether it is there.
package enum DirectoryPing: ControlMethod {
  package static let method = Method.directoryPing

  package struct Params: Codable, Sendable, Hashable {
    /// A contact, a node of the routing table by the beginning of its node ID, a whole node ID, or an onion address.
    package var who: String
    package var timeoutMilliseconds: Int64?

    package init(who: String, timeoutMilliseconds: Int64? = nil) {
      self.who = who
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var nodeID: String
    package var address: String
    /// Whether a connection to it was open already.
    package var linked: Bool
    /// From the question to its answer, with the dial when there was no connection.
    package var milliseconds: Int64

    package init(nodeID: String, address: String, linked: Bool, milliseconds: Int64) {
      self.nodeID = nodeID
      self.address = address
      self.linked = linked
      self.milliseconds = milliseconds
    }
  }
}
