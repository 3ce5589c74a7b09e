package import World

/// A contact of the routing table.
package struct DirectoryPeerView: Codable, Sendable, Hashable {
  package var nodeID: String
  package var address: String
  /// Length of the common prefix with our node ID, in bits.
  package var bucket: Int
  package var link: LinkState
  package var lastSeen: Timestamp?
  package var roundTripMilliseconds: Int64?

  package init(
    nodeID: String, address: String, bucket: Int, link: LinkState, lastSeen: Timestamp? = nil,
    roundTripMilliseconds: Int64? = nil
  ) {
    self.nodeID = nodeID
    self.address = address
    self.bucket = bucket
    self.link = link
    self.lastSeen = lastSeen
    self.roundTripMilliseconds = roundTripMilliseconds
  }
}
