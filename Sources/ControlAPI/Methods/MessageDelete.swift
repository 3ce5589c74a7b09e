/// `message.delete`: erases a message here, and nowhere else; the result shows it as it was.
package enum MessageDelete: ControlMethod {
  package static let method = Method.messageDelete

  package typealias Params = MessageReference
  package typealias Result = MessageResult
}
