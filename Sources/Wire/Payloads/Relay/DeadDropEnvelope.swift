/// `deadDrop`: a sealed message that many nodes hold for one recipient.
package struct DeadDropEnvelope: Codable, Hashable, Sendable {
  /// A UUID; nodes drop an envelope that they have seen.
  package var id: String
  package var targetPeerID: String
  package var sealed: SealedMessage
  package var expiresAt: WireDate

  package init(id: String, targetPeerID: String, sealed: SealedMessage, expiresAt: WireDate) {
    self.id = id
    self.targetPeerID = targetPeerID
    self.sealed = sealed
    self.expiresAt = expiresAt
  }
}
