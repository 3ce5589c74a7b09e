package import Wire
package import World

extension ChatEngine {
  /// The user has seen the messages of a contact, up to a place (nil: all); the contact is told unless that is turned
  /// off.
  ///
  /// - Returns: how many were unread.
  package mutating func markRead(
    with peer: NodeID, through place: HistoryPlace? = nil, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (count: Int, directives: [ChatDirective]) {
    let (count, directives) = try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard !engine.isOwnConversation(peer) else { return 0 }
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      guard contact.trust != .requested else { throw ChatError.contactRequested }
      guard contact.former != .requested else { throw ChatError.contactBlocked }
      let unread = try turn.kept(
        turn.store.unreadMessages(with: peer, through: place, limit: engine.settings.maximumPage))
      guard !unread.isEmpty else { return 0 }
      for key in unread {
        try turn.kept(turn.store.setState(.read, of: key))
        try turn.trace(.read, of: key, "seen by the user")
      }
      try turn.log(.contactRead, peer: peer)
      if contact.trust == .accepted, contact.switches.receipts ?? engine.preferences.sendsReceipts {
        try engine.queueReceipt(for: unread.map(\.id), to: peer, in: &turn)
        try engine.pump(peer, in: &turn)
      }
      return unread.count
    }
    return (count, directives)
  }

  /// Joins a receipt that still waits, so that a peer who is away for long is not owed hundreds. When the queue is full,
  /// the peer is not told: a message of the user's is worth more.
  private func queueReceipt<Store, Chance>(
    for ids: [MessageID], to peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var left = ids[...]
    let end = try turn.kept(turn.store.lastSequence(to: peer))
    let waiting = try turn.kept(turn.store.outbox(of: peer, after: end - 1, limit: 1))
    if var last = waiting.last, last.ciphertext == nil, case .read(let before)? = last.note {
      let joined = left.prefix(settings.maximumReadNames - before.count)
      left = left.dropFirst(joined.count)
      last.note = .read(before + joined)
      try turn.kept(turn.store.saveOutboxEntry(last))
    }
    var room = try settings.maximumQueuedPerPeer - turn.kept(turn.store.countOutbox(of: peer))
    while !left.isEmpty, room > 0 {
      try queue(.read(Array(left.prefix(settings.maximumReadNames))), for: peer, in: &turn)
      left = left.dropFirst(settings.maximumReadNames)
      room -= 1
    }
  }
}
