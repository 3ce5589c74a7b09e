/// `mlsCoordinatorHandoff`: the coordinator passes its office on; the plaintext inside the ratchet.
package struct MLSCoordinatorHandoffMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var fromCoordinatorID: String
  package var newCoordinatorID: String

  package init(groupID: String, fromCoordinatorID: String, newCoordinatorID: String) {
    self.groupID = groupID
    self.fromCoordinatorID = fromCoordinatorID
    self.newCoordinatorID = newCoordinatorID
  }
}
