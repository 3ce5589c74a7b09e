/// What came over the control connection and is not the control protocol. The connection is of no more use.
package enum ControlProtocolError: Error, Equatable, CustomStringConvertible {
  case lineTooLong(limit: Int)
  case replyTooLong(limit: Int)
  /// The line does not start with three digits and a separator.
  case malformedLine
  /// The reply is well formed and lacks what its command promises.
  case unexpectedReply(to: String)

  package var description: String {
    switch self {
    case .lineTooLong(let limit): "the control port sent a line of more than \(limit) bytes"
    case .replyTooLong(let limit): "the control port sent a reply of more than \(limit) bytes"
    case .malformedLine:
      "the control port sent a line that is not tor's control protocol; is another program there?"
    case .unexpectedReply(let command): "tor's answer to \(command) lacks what the control protocol promises"
    }
  }
}
