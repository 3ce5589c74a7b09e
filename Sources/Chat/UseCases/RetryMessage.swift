import Wire
package import World

extension ChatEngine {
  /// Sends a message that was given up once more, or tries at once for one that waits.
  package mutating func retry(
    _ id: MessageID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let found = try turn.kept(turn.store.sentMessage(id))
      guard let message = found else { throw ChatError.unknownMessage(id.text) }
      switch message.state {
      case .delivered, .read: throw ChatError.notRetriable(message.state)
      case .failed:
        try engine.requireAccepted(message.peer, in: turn)
        try engine.queueAgain(message, in: &turn)
      case .queued, .sent, .relayed: try engine.requireAccepted(message.peer, in: turn)
      }
      if engine.links[message.peer] != nil { return try engine.pump(message.peer, in: &turn) }
      switch engine.dials[message.peer]?.state {
      case .dialling: break
      case .waiting, nil: try engine.dial(message.peer, in: &turn)
      }
    }.directives
  }

  /// Under a sequence of its own, so that a link that has gone on takes it up.
  private mutating func queueAgain<Store, Chance>(
    _ message: ChatMessage, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    try requireRoom(for: message.peer, in: turn)
    let entry = OutboxEntry(
      peer: message.peer, id: message.id, sequence: try nextSequence(to: message.peer, in: turn))
    try turn.kept(turn.store.saveOutboxEntry(entry))
    try turn.trace(.queued, of: message.key, "taken up again by the user")
    try turn.setState(.queued, of: message.key)
    try offerAgain(fileOf: message, in: &turn)
  }
}
