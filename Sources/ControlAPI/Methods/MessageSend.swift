/// `message.send`: stores a text for a contact and sends it as soon as that is possible.
package enum MessageSend: ControlMethod {
  package static let method = Method.messageSend

  /// What the caller waits for before the answer comes.
  package enum Wait: String, Codable, Sendable, CaseIterable {
    /// Stored durably.
    case none
    /// Handed to a proven connection, or further.
    case sent
    /// Held for the peer by another node, which signed for it, or further.
    case relayed
    /// Acknowledged by the peer's signed receipt.
    case delivered
  }

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`.
    package var to: String
    package var body: String
    /// The message of the conversation that it answers, as `MessageReference.id`.
    package var replyTo: String?
    /// After what time both sides erase it; as the conversation says when absent.
    package var lifetimeMilliseconds: Int64?
    package var wait: Wait
    /// How long to wait; the daemon's own bound when absent.
    package var timeoutMilliseconds: Int64?

    package init(
      to: String, body: String, replyTo: String? = nil, lifetimeMilliseconds: Int64? = nil, wait: Wait,
      timeoutMilliseconds: Int64? = nil
    ) {
      self.to = to
      self.body = body
      self.replyTo = replyTo
      self.lifetimeMilliseconds = lifetimeMilliseconds
      self.wait = wait
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var message: MessageView
    /// Whether the state that was waited for is reached. If not, the message stays in the outbox unless its state says `failed`.
    package var reached: Bool

    package init(message: MessageView, reached: Bool) {
      self.message = message
      self.reached = reached
    }
  }
}
