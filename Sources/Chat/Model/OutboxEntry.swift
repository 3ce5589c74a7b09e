package import Wire

/// A message that still needs the peer's receipt. Its text is in the message of the same key.
package struct OutboxEntry: Hashable, Sendable {
  package let peer: NodeID
  package let id: MessageID
  /// The order of sending within the conversation.
  package let sequence: Int64
  /// What was encrypted for it; nil until a link was there to encrypt for.
  package var sealed: SealedMessage?

  package init(peer: NodeID, id: MessageID, sequence: Int64, sealed: SealedMessage? = nil) {
    self.peer = peer
    self.id = id
    self.sequence = sequence
    self.sealed = sealed
  }

  package var key: MessageKey { MessageKey(peer: peer, direction: .sent, id: id) }
}

/// The one encryption of an outbox message under one session. It is kept and sent again as it is, so that a lost
/// receipt costs no message key; a new session makes a new one.
package struct SealedMessage: Hashable, Sendable {
  /// The wire type that carries it.
  package enum Form: String, Sendable, CaseIterable {
    /// It opens a session that the peer may not have yet.
    case initiateSession
    case message
  }

  package let form: Form
  /// The payload of that wire type: JSON bytes.
  package let payload: [UInt8]
  /// Which session encrypted it.
  package let sessionID: [UInt8]

  package init(form: Form, payload: [UInt8], sessionID: [UInt8]) {
    self.form = form
    self.payload = payload
    self.sessionID = sessionID
  }
}
