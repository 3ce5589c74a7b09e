/// `typing`: the sender is writing, or has stopped.
package struct TypingMessage: Codable, Hashable, Sendable {
  package var isTyping: Bool

  package init(isTyping: Bool) {
    self.isTyping = isTyping
  }
}
