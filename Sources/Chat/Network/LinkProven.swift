package import Wire
package import World

extension ChatEngine {
  /// A link was proven to be the owner's of this bundle: what waits for it goes out at once. Links of strangers are not
  /// remembered: a node may have thousands, and whoever becomes a contact is asked for by `connect`.
  ///
  /// - Parameter takesFiles: whether the link carries file frames.
  package mutating func linkProven(
    _ bundle: VerifiedBundle, takesFiles: Bool = false, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let peer = bundle.nodeID
      engine.dials[peer] = nil
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { return try engine.compareKeys(of: bundle, in: &turn) }
      engine.links[peer] = Link(bundle: bundle)
      contact.take(bundle)
      contact.takesFiles = takesFiles
      contact.noteSeen(at: turn.now.timestamp)
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

extension ChatEngine {
  /// A contact, or a stranger that waits, has signed something. What comes through mailboxes was signed long before; on a
  /// live link the peer is there now, whatever its clock says.
  func noteSeen<Store, Chance>(
    _ peer: NodeID, signedAt time: Timestamp, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let known = try turn.kept(turn.store.chatContact(peer))
    guard var contact = known, contact.trust != .blocked else { return }
    let now = turn.now.timestamp
    let before = contact.lastSeen
    contact.noteSeen(at: links[peer] == nil ? min(time, now) : now)
    // A burst of messages is one sign of life.
    if let before, let after = contact.lastSeen, after - before < settings.lastSeenGrain { return }
    try turn.kept(turn.store.saveChatContact(contact))
  }
}

extension ChatContact {
  /// Signs of life come out of order, and clocks are set back: the newest counts.
  mutating func noteSeen(at time: Timestamp) { lastSeen = max(lastSeen ?? time, time) }

  /// Takes over what a verified bundle of this node says about itself.
  mutating func take(_ bundle: VerifiedBundle) {
    keys = bundle.keys
    username = bundle.username ?? username
    address = bundle.address ?? address
  }
}
