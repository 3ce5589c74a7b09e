package import World

/// A message by its identifier, or a beginning of it that is unique.
package struct MessageReference: Codable, Sendable, Hashable {
  package var id: String

  package init(id: String) {
    self.id = id
  }
}

/// `message.show`: one message and its way.
package enum MessageShow: ControlMethod {
  package static let method = Method.messageShow

  package typealias Params = MessageReference

  package struct Result: Codable, Sendable, Hashable {
    package var message: MessageView
    package var history: [MessageStep]
    /// How often it was handed to a connection.
    package var attempts: Int
    package var nextAttempt: Timestamp?

    package init(message: MessageView, history: [MessageStep], attempts: Int, nextAttempt: Timestamp? = nil) {
      self.message = message
      self.history = history
      self.attempts = attempts
      self.nextAttempt = nextAttempt
    }
  }
}
