/// `deviceSyncMessage`: the copy of a message for a linked device; the plaintext inside the ratchet.
package struct DeviceSyncMessage: Codable, Hashable, Sendable {
  /// A peerID, or `group.` and a group ID.
  package var conversationID: String
  /// The JSON of the stored message.
  package var messageJSON: Base64Data
  /// `sent` or `received`.
  package var direction: String

  package init(conversationID: String, messageJSON: Base64Data, direction: String) {
    self.conversationID = conversationID
    self.messageJSON = messageJSON
    self.direction = direction
  }
}
