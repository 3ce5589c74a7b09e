package import World

/// A bundle of the directory whose signatures this node has checked.
package struct MatchView: Codable, Sendable, Hashable {
  package var nodeID: String
  package var peerID: String
  /// Text from outside.
  package var username: String?
  package var safetyNumber: String
  /// `host.onion:port`, when the bundle is signed whole.
  package var address: String?
  /// When its owner made it.
  package var timestamp: Timestamp
  /// Node IDs of those that handed it over; empty when it was held here.
  package var servedBy: [String]

  package init(
    nodeID: String, peerID: String, username: String? = nil, safetyNumber: String, address: String? = nil,
    timestamp: Timestamp, servedBy: [String]
  ) {
    self.nodeID = nodeID
    self.peerID = peerID
    self.username = username
    self.safetyNumber = safetyNumber
    self.address = address
    self.timestamp = timestamp
    self.servedBy = servedBy
  }
}
