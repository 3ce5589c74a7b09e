package import Wire
package import World

extension ChatEngine {
  /// A dead drop was handed to nodes.
  package mutating func dropped(
    _ id: MessageID, for peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let key = MessageKey(peer: peer, direction: .sent, id: id)
      if engine.dropped.count >= engine.settings.maximumDropped { engine.dropped = [:] }
      engine.dropped[key] = now.instant + engine.settings.dropLifetime
      let message = try turn.kept(turn.store.message(key))
      guard let message, !message.state.isFinal else { return }
      let until = String(decoding: WireDate(now.timestamp + engine.settings.dropLifetime).signedText, as: UTF8.self)
      try turn.trace(.dropped, of: key, "copied among other nodes until \(until)")
    }.directives
  }
}
