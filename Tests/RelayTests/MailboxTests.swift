import Crypto
import Testing
import Wire
import World

@testable import Relay

@Suite struct MailboxTests {
  private let local = RelayWorld.node(1)
  private let owner = RelayWorld.node(2)
  private let other = RelayWorld.node(3)
  private let now = RelayWorld.now
  private let store = MemoryMailboxStore()

  private func note(_ told: [Mailbox.Directive]) -> MailboxNote? {
    told.compactMap { (directive) -> MailboxNote? in
      if case .note(let ack, _) = directive { ack.mailbox } else { nil }
    }.first
  }

  private func delivered(_ told: [Mailbox.Directive]) -> [String] {
    told.flatMap { (directive) -> [String] in
      if case .deliver(let delivery, _) = directive { delivery.items.map(\.messageID) } else { [] }
    }
  }

  private func deposit(
    _ request: StoreAndForwardRequest, _ mailbox: inout Mailbox, link: UInt64 = 1, isNear: Bool = true,
    at time: Moment? = nil
  ) throws -> [Mailbox.Directive] {
    try mailbox.received(request, on: link, isNear: isNear, at: time ?? now, in: store)
  }

  // MARK: Deposits

  @Test func aDepositIsConfirmedWithWhatIsHeld() throws {
    var mailbox = Mailbox(local: local)
    let request = RelayWorld.request(for: owner.hex)
    let told = try deposit(request, &mailbox, link: 7)
    let stored = try #require(note(told))
    #expect(stored.kind == .stored && stored.digest?.bytes == request.sealed.digest)
    #expect(stored.expiresAt == request.expiresAt && stored.targetPeerID == owner.peerID)
    guard case .note(let ack, let link)? = told.first else { return }
    #expect(ack.messageID == "m" && ack.status == .delivered && link == 7)
    #expect(store.deposits.count == 1 && told.count == 1)
  }

  @Test func withoutTheExtensionNothingIsAnswered() throws {
    var mailbox = Mailbox(local: local)
    #expect(try deposit(RelayWorld.request(for: owner.peerID, wantsReceipt: nil), &mailbox).isEmpty)
    #expect(store.deposits.count == 1)
    mailbox.isOn = false
    #expect(try deposit(RelayWorld.request(for: owner.peerID, id: "n", wantsReceipt: nil), &mailbox).isEmpty)
  }

  @Test func theHoldingTimeIsTheNodesAtMost() throws {
    var mailbox = Mailbox(local: local)
    let told = try deposit(RelayWorld.request(for: owner.hex, expiresIn: .seconds(1_000_000)), &mailbox)
    #expect(note(told)?.expiresAt == WireDate(now.timestamp + .seconds(48 * 3600)))
  }

  @Test func aSecondDepositIsConfirmedAgainAndAnotherUnderItsNameIsNot() throws {
    var mailbox = Mailbox(local: local)
    _ = try deposit(RelayWorld.request(for: owner.hex), &mailbox)
    #expect(note(try deposit(RelayWorld.request(for: owner.peerID), &mailbox))?.kind == .stored)
    #expect(note(try deposit(RelayWorld.request(for: owner.hex, number: 2), &mailbox))?.reason == .conflict)
    #expect(note(try deposit(RelayWorld.request(for: other.hex, number: 2), &mailbox))?.kind == .stored)
    #expect(store.deposits.count == 2)
  }

  @Test(arguments: [
    (RelayWorld.request(for: "0123456789abcdef"), MailboxRefusal.invalid),
    (RelayWorld.request(for: RelayWorld.node(2).hex, bytes: 27), .invalid),
    (RelayWorld.request(for: RelayWorld.node(2).hex, withdrawal: [1]), .invalid),
    (RelayWorld.request(for: RelayWorld.node(2).hex, expiresIn: .zero), .expired),
    (RelayWorld.request(for: RelayWorld.node(2).hex, bytes: 1 << 20), .tooLarge),
  ]) func hostileDepositsAreRefused(request: StoreAndForwardRequest, reason: MailboxRefusal) throws {
    var mailbox = Mailbox(local: local)
    #expect(note(try deposit(request, &mailbox))?.reason == reason)
    #expect(store.deposits.isEmpty)
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "x", count: 65)])
  func hostileNamesAreNotEvenAnswered(id: String) throws {
    var mailbox = Mailbox(local: local)
    #expect(try deposit(RelayWorld.request(for: owner.hex, id: id), &mailbox).isEmpty)
    #expect(try deposit(RelayWorld.request(for: "💥"), &mailbox).isEmpty)
  }

  @Test func aNodeThatIsOffHoldsNothingNew() throws {
    var mailbox = Mailbox(local: local, isOn: false)
    #expect(note(try deposit(RelayWorld.request(for: owner.hex), &mailbox))?.reason == .off)
  }

  @Test func quotasHoldForLinkOwnerAndNode() throws {
    var settings = RelaySettings()
    settings.depositsPerLink = 3
    settings.depositsPerOwner = 5
    settings.deposits = 8
    settings.openShare = 1
    var mailbox = Mailbox(local: local, settings: settings)
    func kinds(_ owner: NodeID, _ link: UInt64, _ count: Int) throws -> [MailboxRefusal?] {
      try (0..<count).map { index in
        note(
          try deposit(
            RelayWorld.request(for: owner.hex, id: "\(link)-\(index)", number: index), &mailbox, link: link)
        )?.reason
      }
    }
    #expect(try kinds(owner, 1, 4) == [nil, nil, nil, .quota], "one link")
    #expect(try kinds(owner, 2, 3) == [nil, nil, .quota], "one owner")
    #expect(try kinds(other, 3, 3) == [nil, nil, nil])
    #expect(try kinds(RelayWorld.node(4), 4, 1) == [.quota], "the node")
    mailbox.linkClosed(1)
    _ = try mailbox.collected("3-0", by: other, at: now, in: store)
    #expect(try kinds(RelayWorld.node(4), 1, 1) == [nil])
  }

  @Test func bytesAreBoundedTheSameWay() throws {
    var settings = RelaySettings()
    settings.bytesPerLink = 1000
    settings.bytesPerOwner = 1500
    settings.bytes = 2500
    settings.openShare = 1
    var mailbox = Mailbox(local: local, settings: settings)
    var random = SeededRandom(seed: 3)
    for index in 0..<500 {
      let request = RelayWorld.request(
        for: RelayWorld.node(UInt64(2 + index % 7)).hex, id: "\(index)", number: index,
        bytes: Int.random(in: 28...900, using: &random))
      _ = try deposit(request, &mailbox, link: UInt64(index % 40))
      #expect(try store.mailboxUsage().bytes <= 2500)
      #expect(try mailbox.held(in: store) == store.mailboxUsage())
      for number in 2..<9 {
        #expect(try store.mailboxUsage(of: MailboxOwner(RelayWorld.node(UInt64(number)))).bytes <= 1500)
      }
    }
    #expect(mailbox.counters["mailbox.refused.quota"] > 100)
  }

  @Test func beyondTheOpenShareOnlyNeighboursAreServed() throws {
    var settings = RelaySettings()
    settings.deposits = 4
    var mailbox = Mailbox(local: local, settings: settings)
    func reason(_ id: String, near: Bool) throws -> MailboxRefusal? {
      note(try deposit(RelayWorld.request(for: owner.hex, id: id), &mailbox, isNear: near))?.reason
    }
    #expect(try reason("1", near: false) == nil && reason("2", near: false) == nil)
    #expect(try reason("3", near: false) == .far && reason("4", near: true) == nil)
  }

  @Test func aDiskWithoutRoomTakesNothing() throws {
    var mailbox = Mailbox(local: local)
    store.hasRoom = false
    #expect(note(try deposit(RelayWorld.request(for: owner.hex), &mailbox))?.reason == .quota)
  }

  @Test func aStoreThatFailsGivesNoReceipt() throws {
    var mailbox = Mailbox(local: local)
    store.isBroken = true
    #expect(throws: MemoryMailboxStore.Failure.self) { try deposit(RelayWorld.request(for: owner.hex), &mailbox) }
    store.isBroken = false
    mailbox.storeFailed()
    #expect(note(try deposit(RelayWorld.request(for: owner.hex), &mailbox))?.kind == .stored)
  }

  @Test func whatIsForThisNodeIsOpened() throws {
    var mailbox = Mailbox(local: local)
    let request = RelayWorld.request(for: local.hex)
    #expect(
      try deposit(request, &mailbox) == [.open(StoreAndForwardItem(messageID: "m", sealed: request.sealed))])
    #expect(store.deposits.isEmpty)
  }

  // MARK: Collection

  @Test func theOwnerCollectsAndOnlyItsReceiptDeletes() throws {
    var mailbox = Mailbox(local: local)
    for id in ["a", "b"] { _ = try deposit(RelayWorld.request(for: owner.hex, id: id), &mailbox) }
    _ = try deposit(RelayWorld.request(for: other.hex, id: "c"), &mailbox)
    #expect(delivered(try mailbox.linkProven(owner, at: now, in: store)) == ["a", "b"])
    _ = try mailbox.collected("a", by: other, at: now, in: store)
    #expect(store.deposits.count == 3, "not the owner")
    _ = try mailbox.collected("a", by: owner, at: now, in: store)
    mailbox.linkLost(owner)
    #expect(delivered(try mailbox.linkProven(owner, at: now, in: store)) == ["b"])
    _ = try mailbox.collected("b", by: owner, at: now, in: store)
    #expect(store.deposits.map(\.id) == ["c"])
  }

  @Test func aLinkedOwnerGetsADepositAtOnce() throws {
    var mailbox = Mailbox(local: local)
    #expect(try mailbox.linkProven(owner, at: now, in: store).isEmpty)
    let told = try deposit(RelayWorld.request(for: owner.hex), &mailbox)
    #expect(note(told)?.kind == .stored && delivered(told) == ["m"])
    #expect(delivered(try deposit(RelayWorld.request(for: owner.hex, id: "n"), &mailbox)).isEmpty, "one at a time")
    #expect(delivered(try mailbox.collected("m", by: owner, at: now, in: store)) == ["n"])
  }

  @Test func deliveriesAreBoundedInItemsAndBytes() throws {
    var settings = RelaySettings()
    settings.deliveryItems = 3
    settings.deliveryBytes = 500
    var mailbox = Mailbox(local: local, settings: settings)
    for (index, bytes) in [100, 100, 100, 100, 400, 400, 900].enumerated() {
      _ = try deposit(RelayWorld.request(for: owner.hex, id: "\(index)", number: index, bytes: bytes), &mailbox)
    }
    var batches = [delivered(try mailbox.linkProven(owner, at: now, in: store))]
    while let batch = batches.last, !batch.isEmpty {
      var next: [String] = []
      for id in batch { next = delivered(try mailbox.collected(id, by: owner, at: now, in: store)) }
      batches.append(next)
    }
    #expect(batches == [["0", "1", "2"], ["3"], ["4"], ["5"], ["6"], []])
  }

  @Test func anOwnerThatIsSilentIsRemindedAFewTimes() throws {
    var mailbox = Mailbox(local: local)
    mailbox.start(at: now)
    _ = try deposit(RelayWorld.request(for: owner.hex), &mailbox)
    _ = try mailbox.linkProven(owner, at: now, in: store)
    var (times, time) = (0, now)
    for _ in 0..<100 {
      let due = try #require(mailbox.nextDeadline)
      time = now + (due - now.instant)
      if !delivered(try mailbox.tick(at: time, in: store)).isEmpty { times += 1 }
      if store.deposits.isEmpty { break }
    }
    #expect(times == 3 && store.deposits.isEmpty, "the sweep ended it: it had expired")
  }

  @Test func whatHasExpiredIsNeitherDeliveredNorKept() throws {
    var mailbox = Mailbox(local: local)
    mailbox.start(at: now)
    _ = try deposit(RelayWorld.request(for: owner.hex, expiresIn: .seconds(100)), &mailbox)
    #expect(try mailbox.linkProven(owner, at: now + .seconds(101), in: store).isEmpty)
    _ = try mailbox.tick(at: now + .seconds(600), in: store)
    #expect(store.deposits.isEmpty)
    #expect(try mailbox.held(in: store) == MailboxUsage())
  }

  // MARK: Withdrawal

  @Test func onlyTheTokenWithdraws() throws {
    var mailbox = Mailbox(local: local)
    let token = [UInt8](repeating: 5, count: 16)
    _ = try deposit(RelayWorld.request(for: owner.hex, withdrawal: SHA256.hash(token)), &mailbox)
    _ = try deposit(RelayWorld.request(for: owner.hex, id: "fixed"), &mailbox)
    func withdraw(_ id: String, _ token: [UInt8]?) throws -> [Mailbox.Directive] {
      let note = MailboxNote(
        kind: .withdrawn, targetPeerID: owner.peerID, token: token.map { Base64Data($0) })
      return try mailbox.withdraw(id, note, on: 1, in: store)
    }
    #expect(try withdraw("m", nil).isEmpty)
    _ = try withdraw("m", [1, 2, 3])
    _ = try withdraw("fixed", token)
    #expect(store.deposits.count == 2)
    #expect(note(try withdraw("m", token))?.kind == .withdrawn)
    #expect(store.deposits.map(\.id) == ["fixed"])
    #expect(note(try withdraw("m", token))?.kind == .withdrawn, "asked again, answered the same")
  }

  /// Whatever happens in whatever order, nothing that was confirmed is lost before the owner has it or it expires.
  @Test(arguments: 1...30) func nothingConfirmedIsLost(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let store = MemoryMailboxStore()
    var mailbox = Mailbox(local: local)
    var (promised, inHand): (Set<String>, Set<String>) = ([], [])
    for step in 0..<300 {
      let time = now + .seconds(step)
      var told: [Mailbox.Directive] = []
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        told = try mailbox.received(
          RelayWorld.request(for: owner.hex, id: "\(step)", number: step), on: UInt64(step % 5), isNear: true,
          at: time, in: store)
        if note(told)?.kind == .stored { promised.insert("\(step)") }
      case 2: told = try mailbox.linkProven(owner, at: time, in: store)
      case 3: mailbox.linkLost(owner)
      case 4: mailbox = Mailbox(local: local)
      default:
        guard let id = inHand.popFirst() else { continue }
        promised.remove(id)
        told = try mailbox.collected(id, by: owner, at: time, in: store)
      }
      inHand.formUnion(delivered(told).filter(promised.contains))
      #expect(promised.isSubset(of: store.deposits.map(\.id)))
    }
  }
}
