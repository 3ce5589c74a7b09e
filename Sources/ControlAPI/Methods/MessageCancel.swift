/// `message.cancel`: withdraws a message that is not yet delivered.
package enum MessageCancel: ControlMethod {
  package static let method = Method.messageCancel

  package typealias Params = MessageReference
  package typealias Result = MessageResult
}
