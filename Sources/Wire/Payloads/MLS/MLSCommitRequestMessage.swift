/// `mlsCommitRequest`: asks the coordinator for a Commit; the plaintext inside the ratchet.
package struct MLSCommitRequestMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var action: MLSCommitAction
  /// For `add`: the new member's KeyPackage.
  package var keyPackage: Base64Data?
  /// For `remove`: the member to remove.
  package var targetPeerID: String?

  package init(
    groupID: String, action: MLSCommitAction, keyPackage: Base64Data? = nil, targetPeerID: String? = nil
  ) {
    self.groupID = groupID
    self.action = action
    self.keyPackage = keyPackage
    self.targetPeerID = targetPeerID
  }
}
