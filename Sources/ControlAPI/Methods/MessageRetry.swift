/// `message.retry`: sends a message that was given up once more, or tries at once for one that waits.
package enum MessageRetry: ControlMethod {
  package static let method = Method.messageRetry

  package typealias Params = MessageReference
  package typealias Result = MessageResult
}
