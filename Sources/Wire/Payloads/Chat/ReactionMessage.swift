/// `reaction`: sets the reaction of the sender to a message; without `emoji` it is taken back.
package struct ReactionMessage: Codable, Hashable, Sendable {
  package var targetMessageID: String
  package var emoji: String?

  package init(targetMessageID: String, emoji: String? = nil) {
    self.targetMessageID = targetMessageID
    self.emoji = emoji
  }
}
