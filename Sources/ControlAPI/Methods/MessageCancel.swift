/// `message.cancel`: withdraws a message that is not yet delivered.
package enum MessageCancel: ControlMethod {
  package static let method = Method.messageCancel

  package typealias Params = MessageReference

  package struct Result: Codable, Sendable, Hashable {
    package var message: MessageView

    package init(message: MessageView) {
      self.message = message
    }
  }
}
