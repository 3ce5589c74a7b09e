/// Why the ratchet refused; its state is as it was before.
package enum RatchetError: Error, Equatable {
  /// No key of this session opens the header or the body: changed on the way, or of another session.
  case authenticationFailed
  /// The message was read before, or came later than its key was kept. Nothing is wrong with the session.
  case duplicate
  /// The message is further ahead than keys may be kept for; only a new session reaches it.
  case tooManySkipped
  /// The header opened and is not one: the peer is broken.
  case malformedHeader
  /// The responder has received nothing yet and so has no chain to send on.
  case cannotSendYet
  /// 2³² messages were sent in one chain; only a reply or a new session helps.
  case counterExhausted
}
