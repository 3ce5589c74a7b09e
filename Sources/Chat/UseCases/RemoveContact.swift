package import Wire
package import World

extension ChatEngine {
  /// Removes a contact or a request with its messages, its outbox and its session.
  package mutating func removeContact(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      try turn.kept(turn.store.removeChatContact(peer))
      try engine.forgetSession(with: peer, in: turn)
      engine.links[peer] = nil
      engine.mailboxes[peer] = nil
      engine.dials[peer] = nil
      engine.held.remove(peer)
      if let keys = contact.keys { engine.signers[keys.signingKey] = nil }
      try turn.log(.contactRemoved, peer: peer)
    }.directives
  }
}
