/// `mlsGroupEditMessage`: the new text of an own message of an MLS group.
package struct MLSGroupEditMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var messageID: String
  /// An MLSMessage over the UTF-8 text.
  package var ciphertext: Base64Data
  package var editedAt: WireDate

  package init(groupID: String, messageID: String, ciphertext: Base64Data, editedAt: WireDate) {
    self.groupID = groupID
    self.messageID = messageID
    self.ciphertext = ciphertext
    self.editedAt = editedAt
  }
}
