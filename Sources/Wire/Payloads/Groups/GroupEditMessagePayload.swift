/// `groupEditMessage`: the new text of an own message of a sender-key group.
package struct GroupEditMessagePayload: Codable, Hashable, Sendable {
  package var groupID: String
  package var messageID: String
  package var newBody: String
  package var editedAt: WireDate

  package init(groupID: String, messageID: String, newBody: String, editedAt: WireDate) {
    self.groupID = groupID
    self.messageID = messageID
    self.newBody = newBody
    self.editedAt = editedAt
  }
}
