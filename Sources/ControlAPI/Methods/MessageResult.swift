/// The message after the call.
package struct MessageResult: Codable, Sendable, Hashable {
  package var message: MessageView

  package init(message: MessageView) {
    self.message = message
  }
}
