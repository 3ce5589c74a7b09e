package import Wire
package import World

extension ChatEngine {
  /// A holder that refused a deposit was handed it in an envelope instead, to pass on toward the peer.
  package mutating func forwarded(
    _ content: OutgoingDeposit.Content, for peer: NodeID, through node: NodeID, at now: Moment,
    in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard case .message(let id) = content else { return }
      let key = MessageKey(peer: peer, direction: .sent, id: id)
      let message = try turn.kept(turn.store.message(key))
      guard let message, !message.state.isFinal else { return }
      try turn.trace(
        .forwarded, of: key, "given to \(node.hex.prefix(16)) to be passed on, which signs for nothing")
    }.directives
  }
}
