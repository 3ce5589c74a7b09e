/// `mlsCommit`: a Commit, to every member.
package struct MLSCommitMessage: Codable, Hashable, Sendable {
  package var groupID: String
  /// The epoch after this commit.
  package var epoch: UInt64
  /// An MLSMessage with a Commit.
  package var commitBytes: Base64Data
  package var coordinatorID: String

  package init(groupID: String, epoch: UInt64, commitBytes: Base64Data, coordinatorID: String) {
    self.groupID = groupID
    self.epoch = epoch
    self.commitBytes = commitBytes
    self.coordinatorID = coordinatorID
  }
}
