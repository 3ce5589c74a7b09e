/// The one encryption of an outbox message under one session. It is kept and sent again as it is, so that a lost
/// receipt costs no message key; a new session makes a new one.
package struct OutboxCiphertext: Hashable, Sendable {
  /// The wire type that carries it.
  package enum Form: String, Sendable, CaseIterable {
    /// It opens a session that the peer may not have yet.
    case initiateSession
    case message
    case reaction
    case readReceipt
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
