/// `mlsWelcome`: the Welcome for a new member; the plaintext inside the ratchet.
package struct MLSWelcomeMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var groupName: String
  package var memberIDs: [String]
  package var creatorID: String
  /// An MLSMessage with a Welcome.
  package var welcomeBytes: Base64Data
  package var ratchetTreeBytes: Base64Data
  package var cryptoVersion: GroupCryptoVersion

  package init(
    groupID: String, groupName: String, memberIDs: [String], creatorID: String, welcomeBytes: Base64Data,
    ratchetTreeBytes: Base64Data, cryptoVersion: GroupCryptoVersion
  ) {
    self.groupID = groupID
    self.groupName = groupName
    self.memberIDs = memberIDs
    self.creatorID = creatorID
    self.welcomeBytes = welcomeBytes
    self.ratchetTreeBytes = ratchetTreeBytes
    self.cryptoVersion = cryptoVersion
  }
}
