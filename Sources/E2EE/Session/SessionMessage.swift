package import Wire

/// What an encryption yields: which of the two depends on whether the peer is known to have the session.
package enum SessionMessage: Hashable, Sendable {
  /// The peer has answered in this session.
  case message(ChatMessagePayload)
  /// It has not: the message repeats what the peer needs to open the session.
  case initiation(InitiateSessionMessage)

  /// The wire type that carries it.
  package var type: MessageType {
    switch self {
    case .message: .message
    case .initiation: .initiateSession
    }
  }

  /// The JSON of the payload.
  package var payload: [UInt8] {
    switch self {
    case .message(let payload): Payload.encode(payload)
    case .initiation(let payload): Payload.encode(payload)
    }
  }
}
