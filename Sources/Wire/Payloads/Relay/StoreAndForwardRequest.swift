/// `storeAndForward`: please hold this sealed message until its recipient comes.
package struct StoreAndForwardRequest: Codable, Hashable, Sendable {
  package var targetPeerID: String
  /// Stable, to recognise a second deposit. Ours has nothing to do with the message inside.
  package var messageID: String
  package var sealed: SealedMessage
  package var expiresAt: WireDate
  /// Extension: answer with an `ack` that has a `mailbox`.
  package var wantsReceipt: Bool?
  /// Extension: SHA-256 of a token; whoever shows the token may have the deposit deleted.
  package var withdrawal: Base64Data?

  package init(
    targetPeerID: String, messageID: String, sealed: SealedMessage, expiresAt: WireDate, wantsReceipt: Bool? = nil,
    withdrawal: Base64Data? = nil
  ) {
    self.targetPeerID = targetPeerID
    self.messageID = messageID
    self.sealed = sealed
    self.expiresAt = expiresAt
    self.wantsReceipt = wantsReceipt
    self.withdrawal = withdrawal
  }
}
