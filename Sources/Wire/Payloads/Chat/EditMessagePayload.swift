/// `editMessage`, and `MessageContent.editPayload`: the new text of an own message.
package struct EditMessagePayload: Codable, Hashable, Sendable {
  package var messageID: String
  /// 1 to 65,536 UTF-8 bytes.
  package var newBody: String
  package var editedAt: WireDate

  package init(messageID: String, newBody: String, editedAt: WireDate) {
    self.messageID = messageID
    self.newBody = newBody
    self.editedAt = editedAt
  }
}
