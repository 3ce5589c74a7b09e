import Wire
package import World

extension ChatEngine {
  /// Erases a message here, and nowhere else; one that waits is taken back as well.
  package mutating func delete(
    _ key: MessageKey, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let found = try turn.kept(turn.store.message(key))
      guard let message = found, !message.isGone else { throw ChatError.unknownMessage(key.id.text) }
      try engine.erase(message, as: .messageDeleted, in: &turn)
      try engine.pump(key.peer, in: &turn)
    }.directives
  }

  /// Leaves the name of a message, so that it does not come again.
  mutating func erase<Store, Chance>(
    _ message: ChatMessage, as kind: ChatEvent.Kind, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    if message.direction == .sent, !message.state.isFinal {
      try giveUp(message.key, .cancelled, in: &turn)
    } else {
      try endFile(ofErased: message, in: &turn)
    }
    let hadFile = try turn.kept(turn.store.file(of: message.key)) != nil
    try turn.kept(turn.store.eraseMessage(message.key))
    if hadFile { turn.directives.append(.sweepFiles) }
    try turn.log(kind, peer: message.peer, message: message.key)
  }
}
