/// `groupDeleted`: the creator dissolves a group.
package struct GroupDeletedMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var deletedByPeerID: String

  package init(groupID: String, deletedByPeerID: String) {
    self.groupID = groupID
    self.deletedByPeerID = deletedByPeerID
  }
}
