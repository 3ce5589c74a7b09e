package import World

/// What is said about messages: it travels like a message, and leaves none of its own.
package enum ChatNote: Hashable, Sendable {
  /// The author's new text for a message.
  case edit(of: MessageID, body: String, at: Timestamp)
  /// The sender's reaction to a message of either side; nil takes it back.
  case reaction(to: MessageID, emoji: String?, number: Int64)
  /// What became of a file that a message offers.
  case file(of: MessageID, FileNews)
  /// The user has seen these messages of the other side.
  case read([MessageID])
}
