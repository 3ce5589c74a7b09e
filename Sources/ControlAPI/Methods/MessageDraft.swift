/// `message.draft`: what the owner has begun to write in a conversation; with `text` it is replaced, by an empty one
/// forgotten.
package enum MessageDraft: ControlMethod {
  package static let method = Method.messageDraft

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`.
    package var with: String
    package var text: String?

    package init(with: String, text: String? = nil) {
      self.with = with
      self.text = text
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var text: String?

    package init(text: String? = nil) {
      self.text = text
    }
  }
}
