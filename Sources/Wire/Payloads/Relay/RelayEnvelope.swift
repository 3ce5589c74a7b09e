/// `relay`: a message on its way to a peer that the sender has no link to. Hop count and time to live are not
/// authenticated.
package struct RelayEnvelope: Codable, Hashable, Sendable {
  /// A UUID; nodes drop an envelope that they have seen.
  package var id: String
  package var targetPeerID: String
  package var originPeerID: String
  /// 1 to 6, one less at each hop.
  package var ttl: UInt8
  package var hopCount: UInt8
  /// What the target processes.
  package var message: UnverifiedMessage

  package init(
    id: String, targetPeerID: String, originPeerID: String, ttl: UInt8, hopCount: UInt8,
    message: UnverifiedMessage
  ) {
    self.id = id
    self.targetPeerID = targetPeerID
    self.originPeerID = originPeerID
    self.ttl = ttl
    self.hopCount = hopCount
    self.message = message
  }
}
