/// `reaction`: sets the reaction of the sender to a message; without `emoji` it is taken back.
package struct ReactionMessage: Codable, Hashable, Sendable {
  package var targetMessageID: String
  package var emoji: String?
  /// Our extension: the sender's running number, so that an older reaction does not replace a newer one.
  package var sequence: Int64?

  package init(targetMessageID: String, emoji: String? = nil, sequence: Int64? = nil) {
    self.targetMessageID = targetMessageID
    self.emoji = emoji
    self.sequence = sequence
  }
}
