/// `mlsReaction`: a reaction in an MLS group.
package struct MLSReactionMessage: Codable, Hashable, Sendable {
  package var groupID: String
  /// Of this reaction.
  package var messageID: String
  package var senderPeerID: String
  package var targetMessageID: String
  /// An MLSMessage over `{"emoji":"…"}`; without the key the reaction is taken back.
  package var ciphertext: Base64Data
  package var timestamp: WireDate

  package init(
    groupID: String, messageID: String, senderPeerID: String, targetMessageID: String, ciphertext: Base64Data,
    timestamp: WireDate
  ) {
    self.groupID = groupID
    self.messageID = messageID
    self.senderPeerID = senderPeerID
    self.targetMessageID = targetMessageID
    self.ciphertext = ciphertext
    self.timestamp = timestamp
  }
}
