/// One held message.
package struct StoreAndForwardItem: Codable, Hashable, Sendable {
  package var messageID: String
  package var sealed: SealedMessage

  package init(messageID: String, sealed: SealedMessage) {
    self.messageID = messageID
    self.sealed = sealed
  }
}
