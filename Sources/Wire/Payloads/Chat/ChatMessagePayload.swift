/// `message`, and every type whose plaintext only the receiver may read: one ratchet message and its identifier.
package struct ChatMessagePayload: Codable, Hashable, Sendable {
  package var ratchetMessage: RatchetMessage
  /// A UUID; duplicates are recognised by it and receipts name it.
  package var messageID: String

  package init(ratchetMessage: RatchetMessage, messageID: String) {
    self.ratchetMessage = ratchetMessage
    self.messageID = messageID
  }
}
