import Crypto
package import Wire
package import World

extension Mailbox {
  /// Somebody asks to hold a sealed message. It is held when the directives say so, and only once the store has
  /// committed.
  /// - Parameters:
  ///   - link: on which it came; its quota is the link's, since depositors are nobody.
  ///   - isNear: whether this node is among those that the owner looks for its mailbox at.
  package mutating func received<Store: MailboxStore>(
    _ request: StoreAndForwardRequest, on link: UInt64, isNear: Bool, at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    guard let owner = MailboxOwner(request.targetPeerID), Mailbox.isName(request.messageID),
      request.sealed.isWellFormed, request.withdrawal.map({ $0.bytes.count == 32 }) ?? true
    else { return refuse(request, .invalid, link) }
    guard owner != MailboxOwner(local) else {
      return [.open(StoreAndForwardItem(messageID: request.messageID, sealed: request.sealed))]
    }
    if let held = try store.heldDeposit(request.messageID, of: owner) {
      guard held.sealed.digest == request.sealed.digest else { return refuse(request, .conflict, link) }
      return confirm(held, request, link)
    }
    if let refusal = try refusal(of: request, owner, link, isNear, now, in: store) {
      return refuse(request, refusal, link)
    }
    let deposit = HeldDeposit(
      owner: owner, id: request.messageID, sealed: request.sealed,
      expiresAt: min(request.expiresAt.timestamp, now.timestamp + settings.holdingTime),
      withdrawal: request.withdrawal?.bytes)
    try store.addHeldDeposit(deposit)
    depositors[link, default: MailboxUsage()].add(request.sealed.byteCount)
    usage?.add(request.sealed.byteCount)
    counters.count("mailbox.deposited")
    return confirm(deposit, request, link) + (try deliverNext(to: owner, at: now, in: store))
  }

  /// The cheapest questions first.
  private mutating func refusal<Store: MailboxStore>(
    of request: StoreAndForwardRequest, _ owner: MailboxOwner, _ link: UInt64, _ isNear: Bool, _ now: Moment,
    in store: Store
  ) throws(Store.Failure) -> MailboxRefusal? {
    guard isOn else { return .off }
    guard request.expiresAt.timestamp > now.timestamp else { return .expired }
    let count = request.sealed.byteCount
    guard count <= settings.depositBytes else { return .tooLarge }
    let ofLink = depositors[link] ?? MailboxUsage()
    guard ofLink.fits(count, deposits: settings.depositsPerLink, bytes: settings.bytesPerLink),
      depositors[link] != nil || depositors.count < settings.rememberedLinks
    else { return .quota }
    let total = try held(in: store)
    guard total.fits(count, deposits: settings.deposits, bytes: settings.bytes) else { return .quota }
    let isOpen =
      Double(total.deposits) < Double(settings.deposits) * settings.openShare
      && Double(total.bytes + count) <= Double(settings.bytes) * settings.openShare
    guard isNear || isOpen else { return .far }
    let ofOwner = try store.mailboxUsage(of: owner)
    guard ofOwner.fits(count, deposits: settings.depositsPerOwner, bytes: settings.bytesPerOwner),
      try store.hasRoomForOthers()
    else { return .quota }
    return nil
  }

  /// The depositor shows the token of a deposit: it is deleted. Whether there was one is not told.
  package mutating func withdraw<Store: MailboxStore>(
    _ id: String, _ note: MailboxNote, on link: UInt64, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    guard let owner = MailboxOwner(note.targetPeerID), Mailbox.isName(id), let token = note.token?.bytes else {
      return []
    }
    if let held = try store.heldDeposit(id, of: owner), held.withdrawal == SHA256.hash(token) {
      try remove(held, in: store)
      counters.count("mailbox.withdrawn")
    }
    let answer = MailboxNote(kind: .withdrawn, targetPeerID: owner.text)
    return [.note(AckMessage(messageID: id, status: .delivered, mailbox: answer), link: link)]
  }

  /// Deletes a deposit.
  mutating func remove<Store: MailboxStore>(_ held: HeldDeposit, in store: Store) throws(Store.Failure) {
    try store.removeHeldDeposit(held.id, of: held.owner)
    usage?.remove(held.sealed.byteCount)
    collections[held.owner]?.inFlight.remove(held.id)
  }

  // MARK: Answers

  private func confirm(_ held: HeldDeposit, _ request: StoreAndForwardRequest, _ link: UInt64) -> [Directive] {
    guard request.wantsReceipt == true else { return [] }
    let note = MailboxNote(
      kind: .stored, targetPeerID: held.owner.text, digest: Base64Data(held.sealed.digest),
      expiresAt: WireDate(held.expiresAt))
    return [.note(AckMessage(messageID: held.id, status: .delivered, mailbox: note), link: link)]
  }

  private mutating func refuse(
    _ request: StoreAndForwardRequest, _ reason: MailboxRefusal, _ link: UInt64
  ) -> [Directive] {
    counters.count("mailbox.refused." + reason.rawValue)
    guard request.wantsReceipt == true, Mailbox.isName(request.messageID),
      RelayTarget.isValid(request.targetPeerID)
    else { return [] }
    let note = MailboxNote(kind: .refused, targetPeerID: request.targetPeerID, reason: reason)
    return [.note(AckMessage(messageID: request.messageID, status: .failed, mailbox: note), link: link)]
  }

  /// Names are kept and echoed, so they are short and plain.
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}
