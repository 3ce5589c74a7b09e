/// `message.typing`: the owner writes, or has stopped; a contact on a live link is told unless that is off.
package enum MessageTyping: ControlMethod {
  package static let method = Method.messageTyping

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`.
    package var to: String
    package var typing: Bool

    package init(to: String, typing: Bool) {
      self.to = to
      self.typing = typing
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// Whether the contact was told now.
    package var told: Bool

    package init(told: Bool) {
      self.told = told
    }
  }
}
