package import Wire
package import World

extension ChatEngine {
  /// A message was written to the peer's link.
  package mutating func transmitted(
    _ id: MessageID, to peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let key = MessageKey(peer: peer, direction: .sent, id: id)
      let message = try turn.kept(turn.store.message(key))
      guard let message, !message.state.isFinal else { return }
      try turn.trace(.sent, of: key, "written to a proven link")
      switch message.state {
      case .queued: try turn.setState(.sent, of: key)
      case .sent, .relayed, .delivered, .read, .failed: break
      }
    }.directives
  }
}
