/// `groupMemberLeft`: the sender leaves a group. The list of the others is a claim.
package struct GroupMemberLeftMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var leavingPeerID: String
  package var remainingMemberIDs: [String]
  /// When the coordinator of an MLS group leaves: its successor.
  package var pendingCoordinatorID: String?

  package init(
    groupID: String, leavingPeerID: String, remainingMemberIDs: [String], pendingCoordinatorID: String? = nil
  ) {
    self.groupID = groupID
    self.leavingPeerID = leavingPeerID
    self.remainingMemberIDs = remainingMemberIDs
    self.pendingCoordinatorID = pendingCoordinatorID
  }
}
