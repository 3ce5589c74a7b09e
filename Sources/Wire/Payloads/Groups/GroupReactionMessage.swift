/// `groupReaction`: as `reaction`, in a sender-key group.
package struct GroupReactionMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var targetMessageID: String
  package var emoji: String?

  package init(groupID: String, targetMessageID: String, emoji: String? = nil) {
    self.groupID = groupID
    self.targetMessageID = targetMessageID
    self.emoji = emoji
  }
}
