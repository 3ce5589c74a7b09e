package import Wire
package import World

extension ChatEngine {
  /// A link was proven to be the owner's of this bundle: what waits for it goes out at once. Links of strangers are not
  /// remembered: a node may have thousands, and whoever becomes a contact is asked for by `connect`.
  package mutating func linkProven(
    _ bundle: VerifiedBundle, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let peer = bundle.nodeID
      engine.dials[peer] = nil
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { return try engine.compareKeys(of: bundle, in: &turn) }
      engine.links[peer] = Link(bundle: bundle)
      contact.take(bundle)
      contact.lastSeen = turn.now.timestamp
      try turn.kept(turn.store.saveChatContact(contact))
      engine.noteKeys(of: contact)
      switch contact.trust {
      case .accepted:
        try engine.settleReceipts(of: peer, in: &turn)
        try engine.pump(peer, in: &turn)
      case .requested, .blocked: try engine.compareKeys(of: bundle, in: &turn)
      }
    }.directives
  }
}

extension ChatContact {
  /// Takes over what a verified bundle of this node says about itself.
  mutating func take(_ bundle: VerifiedBundle) {
    keys = bundle.keys
    username = bundle.username ?? username
    address = bundle.address ?? address
  }
}
