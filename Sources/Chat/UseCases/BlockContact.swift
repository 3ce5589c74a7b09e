import E2EE
package import Wire
package import World

extension ChatEngine {
  /// Blocks somebody, known or not: what it sends is dropped in silence and what waits for it is given up. What a request
  /// has written is kept, out of sight, until it is let in again or removed.
  package mutating func blockContact(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.block(peer, in: &turn)
    }.directives
  }

  mutating func block<Store, Chance>(
    _ peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard peer != identity.nodeID else { throw .ownIdentity }
    let known = try turn.kept(turn.store.chatContact(peer))
    if known?.trust == .blocked { throw .alreadyBlocked }
    if known == nil || known?.trust == .requested { try requireRoomForContact(in: turn) }
    var contact = known ?? ChatContact(nodeID: peer, trust: .blocked, addedAt: turn.now.timestamp)
    contact.former =
      switch known?.trust {
      case .accepted: .accepted
      case .requested: .requested
      case .blocked, nil: .stranger
      }
    contact.trust = .blocked
    try endFiles(with: peer, in: &turn)
    try turn.kept(turn.store.saveChatContact(contact))
    noteKeys(of: contact)
    let waiting = try turn.kept(turn.store.outbox(of: peer, after: 0, limit: settings.maximumQueuedPerPeer))
    for entry in waiting { try giveUp(entry.key, .blocked, in: &turn) }
    let owed = try turn.kept(turn.store.owedReceipts(of: peer, limit: settings.maximumOwedReceipts))
    for receipt in owed { try turn.kept(turn.store.removeOwedReceipt(receipt.id, of: peer)) }
    mailboxes[peer] = nil
    dials[peer] = nil
    try turn.log(.contactBlocked, peer: peer)
  }
}
