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
  /// How long ago that was, by this node's clock.
  package var ageMilliseconds: Int64
  /// How many nodes served this newest copy, this one included when it holds it.
  package var replicas: Int
  /// How many served an older one; they have been given the newest.
  package var stale: Int
  /// Node IDs of those that handed it over; empty when it was held here.
  package var servedBy: [String]

  package init(
    nodeID: String, peerID: String, username: String? = nil, safetyNumber: String, address: String? = nil,
    timestamp: Timestamp, ageMilliseconds: Int64, replicas: Int, stale: Int, servedBy: [String]
  ) {
    self.nodeID = nodeID
    self.peerID = peerID
    self.username = username
    self.safetyNumber = safetyNumber
    self.address = address
    self.timestamp = timestamp
    self.ageMilliseconds = ageMilliseconds
    self.replicas = replicas
    self.stale = stale
    self.servedBy = servedBy
  }
}
