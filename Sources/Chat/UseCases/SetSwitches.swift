package import Wire
package import World

extension ChatEngine {
  /// Replaces what the user has decided about a contact.
  package mutating func setSwitches(
    _ switches: ContactSwitches, of peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard !engine.isOwnConversation(peer) else { throw ChatError.ownConversation }
      if let lifetime = switches.lifetime { try engine.checkLifetime(lifetime) }
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      guard contact.switches != switches else { return }
      contact.switches = switches
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactChanged, peer: peer)
    }.directives
  }
}
