import Crypto
import E2EE
import Wire
import World

/// What waits for a peer that cannot be reached is sealed and left with nodes near it.
extension ChatEngine {
  /// Asks for holders when something waits that none of them has.
  mutating func seekMailboxes<Store, Chance>(
    for peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard mailboxes[peer]?.mayBegin(at: turn.now.instant) ?? true, links[peer] == nil, !held.contains(peer)
    else { return }
    let contact = try turn.kept(turn.store.chatContact(peer))
    guard let contact, contact.trust == .accepted else { return }
    let messages = try unheld(for: peer, in: turn)
    let receipts = try turn.kept(turn.store.owedReceipts(of: peer, limit: 1))
    guard !messages.isEmpty || !receipts.isEmpty else { return }
    let session = try messages.isEmpty ? nil : sessions(with: peer, in: turn).current
    let needsBundle = contact.keys == nil || (!messages.isEmpty && !isUsable(session, at: turn.now))
    mailboxes[peer] = MailboxSearch(
      state: .busy(deadline: turn.now.instant + settings.depositDeadline),
      failures: mailboxes[peer]?.failures ?? 0, avoided: mailboxes[peer]?.avoided ?? [])
    turn.directives.append(.findMailboxes(of: peer, needsBundle: needsBundle))
  }

  /// Looks again for holders whose time has come; what needs none is forgotten.
  mutating func actOnMailboxes<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) {
    for (peer, search) in mailboxes.sorted(by: { $0.key < $1.key }) where search.mayBegin(at: turn.now.instant) {
      try seekMailboxes(for: peer, in: &turn)
      if mailboxes[peer]?.mayBegin(at: turn.now.instant) == true { mailboxes[peer] = nil }
    }
  }

  /// A use of mailboxes has ended. One that brought nothing to anybody is repeated soon: right after a start neither tor
  /// nor the directory may be ready. When that goes on, no mailbox will do.
  mutating func restMailboxes<Store, Chance>(
    of peer: NodeID, _ bundle: VerifiedBundle? = nil, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard var search = mailboxes[peer] else { return }
    let now = turn.now.timestamp
    let isHeld = try unheld(for: peer, in: turn).contains { $0.deposits.contains { $0.until > now } }
    search.failures = search.hasProgress || isHeld ? 0 : search.failures + 1
    let doublings = min(max(search.failures - 1, 0), 16)
    let pause =
      search.failures == 0
      ? settings.depositRetry : min(settings.firstDepositRetry * (1 << doublings), settings.depositRetry)
    search.state = .resting(until: turn.now.instant + pause)
    mailboxes[peer] = search
    if search.failures >= settings.searchesBeforeDrop { try drop(for: peer, bundle, in: &turn) }
  }

  /// An unanswered session of long ago is begun anew, for which the peer's bundle is needed.
  private func isUsable(_ session: Session?, at now: Moment) -> Bool {
    guard let session else { return false }
    return !session.isPending || now.timestamp - session.openedAt <= settings.pendingLifetime
  }

  /// The first messages in the outbox that too few holders have, or not for long any more.
  func unheld<Store, Chance>(
    for peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> [OutboxEntry] {
    let limit = turn.now.timestamp + settings.depositRenewal
    let waiting = try turn.kept(turn.store.outbox(of: peer, after: 0, limit: settings.maximumQueuedPerPeer))
    let unheld = waiting.filter { entry in
      entry.deposits.count { $0.until > limit } < settings.mailboxesPerMessage
    }
    return Array(unheld.prefix(settings.depositBatch))
  }

  /// Seals what waits for each of the holders that is to have it. Nothing leaves before it is kept.
  mutating func deposit<Store, Chance>(
    for peer: NodeID, at holders: [MailboxHolder], _ bundle: VerifiedBundle?, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let known = try turn.kept(turn.store.chatContact(peer))
    guard let contact = known, contact.trust == .accepted, let keys = contact.keys else { return }
    var link = Link(bundle: bundle)
    var sessions = try sessions(with: peer, in: turn)
    var sealed: [MailboxHolder: [OutgoingDeposit]] = [:]
    for entry in try unheld(for: peer, in: turn) {
      guard let ciphertext = try ciphertext(of: entry, on: &link, &sessions, in: &turn) else { break }
      let wire = inner(ciphertext.form.type, ciphertext.payload, at: turn.now)
      let limit = turn.now.timestamp + settings.depositRenewal
      let held = entry.deposits.filter { $0.until > limit }
      let lacking = holders.filter { holder in !held.contains { $0.holder.nodeID == holder.nodeID } }
      for holder in lacking.prefix(settings.mailboxesPerMessage - held.count) {
        guard let deposit = seal(wire, .message(entry.id), to: keys, in: &turn) else { continue }
        sealed[holder, default: []].append(deposit)
      }
    }
    try save(sessions, in: turn)
    for receipt in try turn.kept(turn.store.owedReceipts(of: peer, limit: settings.depositBatch)) {
      let wire = inner(.ack, receipt.payload, at: turn.now)
      for holder in holders.prefix(settings.mailboxesPerMessage) {
        guard let deposit = seal(wire, .receipt(receipt.id), to: keys, in: &turn) else { continue }
        sealed[holder, default: []].append(deposit)
      }
    }
    for holder in holders {
      guard let deposits = sealed[holder] else { continue }
      mailboxes[peer]?.open.insert(holder.nodeID)
      turn.directives.append(.deposit(deposits, for: peer, at: holder))
    }
  }

  /// Named by all digits, so that whoever opens it need not search its contacts.
  func inner(_ type: MessageType, _ payload: [UInt8], at now: Moment) -> WireMessage {
    identity.sign(type: type, payload: payload, at: now.timestamp, as: identity.nodeID.hex)
  }

  private func seal<Store, Chance>(
    _ wire: WireMessage, _ content: OutgoingDeposit.Content, to keys: IdentityKeys,
    in turn: inout Turn<Store, Chance>
  ) -> OutgoingDeposit? {
    guard let sealed = seal(wire, to: keys, in: &turn) else { return nil }
    return OutgoingDeposit(
      content: content, id: MessageID.random(using: &turn.chance).text, token: turn.chance.bytes(16),
      sealed: sealed,
      expiresAt: turn.now.timestamp + settings.depositLifetime)
  }

  /// Seals a message; its size class is what is left to see.
  func seal<Store, Chance>(
    _ wire: WireMessage, to keys: IdentityKeys, in turn: inout Turn<Store, Chance>
  ) -> SealedMessage? {
    try? SealedSender.seal(PaddingClass.paddedEnvelope(wire.encoded()), to: keys.dhKey, using: &turn.chance)
  }

  /// Whether anything waits for a peer: messages, receipts, or files that are to be fetched from it.
  func hasWaiting<Store, Chance>(for peer: NodeID, in turn: Turn<Store, Chance>) throws(ChatError) -> Bool {
    if try turn.kept(turn.store.countOutbox(of: peer)) > 0 { return true }
    if try turn.kept(turn.store.fetchedFiles()).contains(where: { $0.key.peer == peer }) { return true }
    return try !turn.kept(turn.store.owedReceipts(of: peer, limit: 1)).isEmpty
  }
}
