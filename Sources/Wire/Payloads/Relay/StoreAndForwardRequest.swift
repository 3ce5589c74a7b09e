/// `storeAndForward`: please hold this sealed message until its recipient comes.
package struct StoreAndForwardRequest: Codable, Hashable, Sendable {
  package var targetPeerID: String
  /// Stable, to recognise a second deposit.
  package var messageID: String
  package var sealed: SealedMessage
  package var expiresAt: WireDate

  package init(targetPeerID: String, messageID: String, sealed: SealedMessage, expiresAt: WireDate) {
    self.targetPeerID = targetPeerID
    self.messageID = messageID
    self.sealed = sealed
    self.expiresAt = expiresAt
  }
}
