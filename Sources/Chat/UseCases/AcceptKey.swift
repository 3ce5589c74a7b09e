package import Wire
package import World

extension ChatEngine {
  /// The contact's new identity takes the place of the one before: its name and what waits for it go over; the old one
  /// keeps its history and is blocked.
  ///
  /// - Returns: the new identity.
  package mutating func acceptKey(
    of peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (successor: NodeID, directives: [ChatDirective]) {
    let (successor, directives) = try turn(at: now, in: store, using: &chance) {
      (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let old = known else { throw ChatError.unknownContact }
      guard let successor = old.successor else { throw ChatError.keyUnchanged }
      let waiting = try engine.waitingTexts(for: peer, in: turn)
      try engine.retire(old, in: &turn)
      try engine.install(successor, inPlaceOf: old, in: &turn)
      for message in waiting {
        _ = try engine.queue(
          message.body, for: successor, replyTo: nil, lifetime: old.switches.lifetime, in: &turn)
      }
      try engine.pump(successor, in: &turn)
      return successor
    }
    return (successor, directives)
  }

  private func waitingTexts<Store, Chance>(
    for peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> [ChatMessage] {
    var texts: [ChatMessage] = []
    for entry in try turn.kept(turn.store.outbox(of: peer, after: 0, limit: settings.maximumQueuedPerPeer))
    where entry.note == nil {
      if let message = try turn.kept(turn.store.message(entry.key)), !message.isGone,
        // A file is sealed for the one whom it was meant for.
        message.file == nil
      {
        texts.append(message)
      }
    }
    return texts
  }

  private mutating func retire<Store, Chance>(
    _ old: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var retired = old
    retired.localName = nil
    retired.successor = nil
    try turn.kept(turn.store.saveChatContact(retired))
    try block(old.nodeID, in: &turn)
    if let keys = old.keys { signers[keys.signingKey] = nil }
  }

  private mutating func install<Store, Chance>(
    _ successor: NodeID, inPlaceOf old: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let known = try turn.kept(turn.store.chatContact(successor))
    var contact =
      known ?? ChatContact(nodeID: successor, trust: .accepted, addedAt: turn.now.timestamp)
    contact.localName = old.localName
    contact.username = contact.username ?? old.username
    contact.address = contact.address ?? old.address
    contact.switches = old.switches
    try accept(contact, isNew: known?.trust != .accepted, in: &turn)
  }
}
