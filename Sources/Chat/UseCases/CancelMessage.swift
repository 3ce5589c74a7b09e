import Wire
package import World

extension ChatEngine {
  /// Takes back a message that has no receipt yet: it is not sent again. What the peer has received already it
  /// keeps; should its receipt still come, the message becomes delivered after all.
  package mutating func cancel(
    _ id: MessageID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let message = try turn.kept(turn.store.sentMessage(id))
      guard let message else { throw ChatError.unknownMessage(id.text) }
      guard !message.state.isFinal else { throw ChatError.notCancellable(message.state) }
      try engine.giveUp(message.key, .cancelled, in: &turn)
      try engine.pump(message.peer, in: &turn)
    }.directives
  }

  /// Ends a message that waits: it leaves the outbox and the link.
  mutating func giveUp<Store, Chance>(
    _ key: MessageKey, _ reason: FailureReason, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let entry = try turn.kept(turn.store.outboxEntry(key.id, of: key.peer))
    if let held = entry?.deposits, !held.isEmpty { turn.directives.append(.withdraw(held, of: key.peer)) }
    try turn.kept(turn.store.removeOutboxEntry(key.id, of: key.peer))
    links[key.peer]?.inFlight.removeAll { $0.id == key.id }
    guard entry?.note == nil else { return }
    if let message = try turn.kept(turn.store.message(key)) { try endFile(of: message, reason, in: &turn) }
    try turn.trace(.failed, of: key, reason.rawValue)
    try turn.setState(.failed(reason), of: key)
  }
}
