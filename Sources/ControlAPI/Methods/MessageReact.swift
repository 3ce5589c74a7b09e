/// `message.react`: sets the owner's reaction to a message of either side.
package enum MessageReact: ControlMethod {
  package static let method = Method.messageReact

  package struct Params: Codable, Sendable, Hashable {
    /// As `MessageReference.id`.
    package var id: String
    /// One emoji or letter; without one the reaction is taken back.
    package var emoji: String?

    package init(id: String, emoji: String? = nil) {
      self.id = id
      self.emoji = emoji
    }
  }

  package typealias Result = MessageResult
}
