package import Wire

/// What somebody of the conversation has set on a message.
package struct Reaction: Hashable, Sendable {
  package let author: NodeID
  /// One character as people see it; nil once it was taken back, which is kept so that an older one that comes late
  /// does not bring it back.
  package let emoji: String?
  /// The author's running number when it was set: the greatest counts.
  package let number: Int64

  package init(author: NodeID, emoji: String?, number: Int64) {
    self.author = author
    self.emoji = emoji
    self.number = number
  }
}
