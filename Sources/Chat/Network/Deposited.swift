package import Wire
package import World

extension ChatEngine {
  /// A holder signed that it keeps a deposit, whose digest was that of what it was given.
  package mutating func deposited(
    _ content: OutgoingDeposit.Content, for peer: NodeID, _ deposit: MailboxDeposit, at now: Moment,
    in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      engine.mailboxes[peer]?.hasProgress = true
      switch content {
      case .receipt(let id): try engine.noteReceiptHeld(id, for: peer, in: turn)
      case .message(let id): try engine.noteHeld(id, for: peer, deposit, in: &turn)
      }
    }.directives
  }

  /// Nothing more is to be expected of a holder for this peer. `tookAll` is false when it could not be reached or
  /// refused something.
  package mutating func depositEnded(
    for peer: NodeID, at holder: NodeID, tookAll: Bool, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard var search = engine.mailboxes[peer], search.open.remove(holder) != nil else { return }
      if !tookAll { search.avoided.insert(holder) }
      engine.mailboxes[peer] = search
      guard search.open.isEmpty else { return }
      let goesOn = search.hasProgress && engine.links[peer] == nil
      try engine.restMailboxes(of: peer, in: &turn)
      guard goesOn else { return }
      // The rest of a long queue, or other holders in place of those that did not take it.
      engine.mailboxes[peer]?.state = .resting(until: now.instant)
      try engine.seekMailboxes(for: peer, in: &turn)
    }.directives
  }

  private mutating func noteReceiptHeld<Store, Chance>(
    _ id: MessageID, for peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    try turn.kept(turn.store.removeOwedReceipt(id, of: peer))
    let key = MessageKey(peer: peer, direction: .received, id: id)
    if heldReceipts.count >= settings.maximumHeldReceipts { heldReceipts = [:] }
    heldReceipts[key] = turn.now.instant
    let waits = try hasWaiting(for: peer, in: turn)
    if !waits { dials[peer] = nil }
  }

  private mutating func noteHeld<Store, Chance>(
    _ id: MessageID, for peer: NodeID, _ deposit: MailboxDeposit, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let found = try turn.kept(turn.store.outboxEntry(id, of: peer))
    // It was acknowledged or taken back meanwhile.
    guard var entry = found else { return turn.directives.append(.withdraw([deposit], of: peer)) }
    entry.deposits.removeAll { $0.holder.nodeID == deposit.holder.nodeID || $0.until <= turn.now.timestamp }
    entry.deposits.append(deposit)
    try turn.kept(turn.store.saveOutboxEntry(entry))
    guard entry.note == nil else { return }
    try turn.trace(.relayed, of: entry.key, evidence(entry.deposits))
    let message = try turn.kept(turn.store.message(entry.key))
    switch message?.state {
    case .queued, .sent: try turn.setState(.relayed, of: entry.key)
    case .relayed, .delivered, .read, .failed, nil: break
    }
  }

  /// Who holds it and for how long. A holder is a node of the network, not somebody that the user talks to.
  private func evidence(_ deposits: [MailboxDeposit]) -> String {
    deposits.map { deposit in
      let until = String(decoding: WireDate(deposit.until).signedText, as: UTF8.self)
      return "held by \(deposit.holder.nodeID.hex.prefix(16)) until \(until)"
    }.joined(separator: ", ")
  }
}
