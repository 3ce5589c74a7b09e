import E2EE
import Wire
import World

extension ChatEngine {
  /// Moves what waits for a peer: onto its link while the window has room, or by asking for a link.
  mutating func pump<Store, Chance>(_ peer: NodeID, in turn: inout Turn<Store, Chance>) throws(ChatError) {
    guard !held.contains(peer) else { return }
    guard var link = links[peer] else {
      if try hasWaiting(for: peer, in: turn) { try reach(peer, in: &turn) }
      return
    }
    let room = settings.window - link.inFlight.count
    guard room > 0 else { return }
    let next = try turn.kept(turn.store.outbox(of: peer, after: link.handedThrough, limit: room))
    guard !next.isEmpty else { return }
    var sessions = try sessions(with: peer, in: turn)
    for entry in next {
      guard try transmit(entry, on: &link, &sessions, in: &turn) else { break }
      link.handedThrough = entry.sequence
      link.inFlight.append(
        Link.InFlight(
          id: entry.id, sequence: entry.sequence, times: 1, deadline: receiptDeadline(times: 1, in: &turn)))
    }
    try save(sessions, in: turn)
    links[peer] = link
  }

  /// Hands to the link again what has had no receipt for too long.
  mutating func repeatOverdue<Store, Chance>(
    to peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard var link = links[peer], !held.contains(peer) else { return }
    var sessions = try sessions(with: peer, in: turn)
    if try healSilence(of: peer, &sessions, on: &link, in: &turn) {
      links[peer] = link
      try save(sessions, in: turn)
      return try pump(peer, in: &turn)
    }
    for index in link.inFlight.indices where link.inFlight[index].deadline <= turn.now.instant {
      let id = link.inFlight[index].id
      let entry = try turn.kept(turn.store.outboxEntry(id, of: peer))
      link.inFlight[index].times += 1
      link.inFlight[index].deadline = receiptDeadline(times: link.inFlight[index].times, in: &turn)
      if let entry { _ = try transmit(entry, on: &link, &sessions, in: &turn) }
    }
    try save(sessions, in: turn)
    links[peer] = link
  }

  /// Hands out one message. False when the peer's keys allow no session: it stays queued.
  private mutating func transmit<Store, Chance>(
    _ entry: OutboxEntry, on link: inout Link, _ sessions: inout PeerSessions, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    guard let ciphertext = try ciphertext(of: entry, on: &link, &sessions, in: &turn) else {
      counters.count("chat.session.impossible")
      return false
    }
    turn.directives.append(
      .transmit(ciphertext.form.type, payload: ciphertext.payload, to: entry.peer, message: entry.id))
    return true
  }

  private func receiptDeadline<Store, Chance>(times: Int, in turn: inout Turn<Store, Chance>) -> Instant {
    let doublings = min(max(times - 1, 0), 16)
    let wait = min(settings.receiptDeadline * (1 << doublings), settings.longestReceiptDeadline)
    return turn.now.instant + turn.chance.jittered(wait)
  }

  /// Sends the peer the receipt for a message of its own that is stored. Without a link one is asked for: the message
  /// may have come on one that was proven before the peer was a contact, and is known only when it is asked for.
  mutating func acknowledge<Store, Chance>(
    _ key: MessageKey, _ status: AckStatus = .delivered, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let receipt = OwedReceipt(peer: key.peer, id: key.id, status: status)
    guard links[key.peer] == nil else { return transmit(receipt, in: &turn) }
    if let since = heldReceipts[key], turn.now.instant < since + settings.heldReceiptLifetime { return }
    let owed = try turn.kept(turn.store.countOwedReceipts(of: key.peer))
    guard owed < settings.maximumOwedReceipts else { return counters.count("chat.receipts.over") }
    try turn.kept(turn.store.saveOwedReceipt(receipt))
    try reach(key.peer, in: &turn)
  }

  /// Hands over all receipts that a peer is owed, now that it is linked.
  mutating func settleReceipts<Store, Chance>(
    of peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard links[peer] != nil else { return }
    for receipt in try turn.kept(turn.store.owedReceipts(of: peer, limit: settings.maximumOwedReceipts)) {
      transmit(receipt, in: &turn)
      try turn.kept(turn.store.removeOwedReceipt(receipt.id, of: peer))
    }
  }

  private func transmit<Store, Chance>(_ receipt: OwedReceipt, in turn: inout Turn<Store, Chance>) {
    turn.directives.append(.transmit(.ack, payload: receipt.payload, to: receipt.peer, message: nil))
  }

  /// The contact, when this node sends to it.
  func requireAccepted<Store, Chance>(_ peer: NodeID, in turn: Turn<Store, Chance>) throws(ChatError) {
    let contact = try turn.kept(turn.store.chatContact(peer))
    switch contact?.trust {
    case .accepted: if held.contains(peer) { throw .keyChanged }
    case .requested: throw .contactRequested
    case .blocked: throw .contactBlocked
    case nil: throw .unknownContact
    }
  }
}
