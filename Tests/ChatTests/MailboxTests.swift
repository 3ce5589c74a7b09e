import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// Two who are never online together.
@Suite struct MailboxTests {
  private func world(holders: Int = 3, seed: UInt64 = 1, settings: ChatSettings = ChatSettings()) -> SimulatedWorld
  {
    var world = SimulatedWorld(["anna", "ben"], seed: seed, settings: settings)
    world.introduce(0, 1)
    world.setOnline(1, false)
    world.addHolders(holders)
    return world
  }

  /// One goes, the other comes and reads its mail.
  private func change(to node: Int, _ world: inout SimulatedWorld) {
    world.setOnline(1 - node, false)
    world.setOnline(node, true)
    world.collect(node)
    world.run(for: .seconds(3600))
  }

  private func kinds(_ id: MessageID?, of node: Int, in world: SimulatedWorld) -> [DeliveryStep.Kind] {
    guard let id else { return [] }
    let key = MessageKey(peer: world.id(1 - node), direction: .sent, id: id)
    return (world.nodes[node].store.state.steps[key] ?? []).map(\.kind)
  }

  @Test func aMessageAndItsReceiptTravelThroughMailboxes() {
    var world = world()
    let id = world.send("hello", from: 0, to: 1)
    #expect(world.state(id, of: 0) == .queued)
    world.run(for: .seconds(60))
    #expect(world.state(id, of: 0) == .relayed, "held, and nothing more is claimed")
    #expect(world.held[world.id(1)]?.count == 3)
    #expect(kinds(id, of: 0, in: world).contains(.relayed))
    let steps = id.flatMap {
      world.nodes[0].store.state.steps[MessageKey(peer: world.id(1), direction: .sent, id: $0)]
    }
    let held = steps?.last { $0.kind == .relayed }?.evidence ?? ""
    #expect(
      held.wholeMatch(of: /(held by [0-9a-f]{16} until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(, )?)+/) != nil, "\(held)")
    change(to: 1, &world)
    #expect(world.received(1, from: 0) == ["hello"])
    #expect(world.state(id, of: 0) == .relayed)
    #expect(world.held[world.id(0)]?.count == 3, "the receipt, once at each holder")
    change(to: 0, &world)
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.nodes[0].store.state.outbox.isEmpty && world.nodes[1].store.state.owed.isEmpty)
    let dials = world.dials(1)
    world.run(for: .seconds(86_400))
    #expect(world.dials(1) == dials, "nobody is dialled for what is settled")
  }

  @Test func aConversationGoesBothWays() throws {
    var world = world()
    for round in 0..<4 {
      world.send("anna \(round)", from: 0, to: 1)
      world.run(for: .seconds(300))
      change(to: 1, &world)
      world.send("ben \(round)", from: 1, to: 0)
      world.run(for: .seconds(300))
      change(to: 0, &world)
    }
    #expect(world.received(1, from: 0) == (0..<4).map { "anna \($0)" })
    #expect(world.received(0, from: 1) == (0..<4).map { "ben \($0)" })
    world.setOnline(1, true)
    world.collect(1)
    try world.settle()
    #expect(world.history(0, with: 1).allSatisfy { $0.state == .delivered })
    #expect(world.history(1, with: 0).allSatisfy { $0.state == .delivered })
  }

  @Test func whatIsHeldAndDeliveredDirectlyIsThereOnce() throws {
    var world = world()
    world.send("twice", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.setOnline(1, true)
    try world.settle()
    world.collect(1)
    try world.settle()
    #expect(world.received(1, from: 0) == ["twice"])
  }

  @Test func copiesFromSeveralHoldersAreAcknowledgedOnce() {
    var world = world()
    world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    let copies = world.held
    change(to: 1, &world)
    world.held[world.id(0)] = nil
    world.held.merge(copies) { $1 }
    world.collect(1)
    world.run(for: .seconds(3600))
    #expect(world.held[world.id(0)] == nil)
    world.held.merge(copies) { $1 }
    world.run(for: .seconds(7 * 3600))
    world.collect(1)
    world.run(for: .seconds(3600))
    #expect(world.held[world.id(0)]?.count == 3, "the sender still asks: it is told again")
  }

  @Test func nothingIsDepositedTwiceButRenewedInTime() {
    var world = world()
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(46 * 3600))
    #expect(world.held[world.id(1)]?.count == 3)
    world.run(for: .seconds(3 * 3600))
    #expect(world.held[world.id(1)]?.count == 6)
    #expect(world.ciphertextsInOutbox(of: id) == 1)
  }

  @Test func aLongQueueGoesInBatchesAndInOrder() {
    var world = world()
    let texts = (0..<50).map { "\($0)" }
    for text in texts { world.send(text, from: 0, to: 1) }
    world.run(for: .seconds(120))
    #expect(world.held[world.id(1)]?.count == 150)
    change(to: 1, &world)
    #expect(world.received(1, from: 0) == texts)
    change(to: 0, &world)
    #expect(world.nodes[0].store.state.outbox.isEmpty)
  }

  @Test func refusingHoldersAreReplaced() {
    var world = world(holders: 5)
    world.refusing = [world.holders[0].nodeID, world.holders[2].nodeID]
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(Set((world.held[world.id(1)] ?? []).map(\.holder)) == Set([1, 3, 4].map { world.holders[$0].nodeID }))
    #expect(world.state(id, of: 0) == .relayed)
  }

  @Test func withoutHoldersItIsQueuedAndTriedAgain() {
    var world = world(holders: 0)
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(3600))
    #expect(world.state(id, of: 0) == .queued)
    world.addHolders(1)
    world.run(for: .seconds(3600))
    #expect(world.state(id, of: 0) == .relayed)
  }

  @Test func cancellingWithdrawsTheCopies() {
    var world = world()
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.cancel(id, at: 0)
    #expect(world.held[world.id(1)]?.isEmpty == true)
    change(to: 1, &world)
    #expect(world.received(1, from: 0) == [])
  }

  @Test func aReceiptIsOwedThroughAKill() {
    var world = world()
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.setOnline(0, false)
    world.setOnline(1, true)
    world.collect(1)
    world.crash(1)
    world.run(for: .seconds(600))
    #expect(world.held[world.id(0)]?.count == 3)
    change(to: 0, &world)
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func aStrangersLetterIsARequest() {
    var world = SimulatedWorld(["anna", "ben"], seed: 3)
    world.addHolders(3)
    world.setOnline(1, false)
    world.add(1, to: 0)
    let id = world.send("do you know me?", from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(world.state(id, of: 0) == .relayed)
    change(to: 1, &world)
    #expect(world.nodes[1].store.state.contacts[world.id(0)]?.trust == .requested)
    #expect(world.held[world.id(0)] == nil, "a stranger is told nothing")
    world.accept(0, at: 1)
    world.run(for: .seconds(600))
    change(to: 0, &world)
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func whoIsBlockedIsOwedNothing() {
    var world = world()
    world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.addHolders(0)
    change(to: 1, &world)
    #expect(world.nodes[1].store.state.owed[world.id(0)]?.count == 1)
    world.block(0, at: 1)
    #expect(world.nodes[1].store.state.owed.isEmpty)
    let dials = world.dials(1)
    world.crash(1)
    world.run(for: .seconds(86_400))
    #expect(world.dials(1) == dials)
  }

  @Test func receiptsAndTextsHaveTheSameSize() {
    var world = world()
    world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(60))
    let sizes = Set((world.held[world.id(1)] ?? []).map(\.deposit.sealed.byteCount))
    change(to: 1, &world)
    let receipts = Set((world.held[world.id(0)] ?? []).map(\.deposit.sealed.byteCount))
    #expect(sizes.allSatisfy { ($0 - 60).isMultiple(of: 2048) } && receipts == [2048 + 60])
  }

  /// Whatever is killed whenever: what was promised arrives once, and no state claims too much.
  @Test(arguments: 1...20) func killsLoseNothing(seed: UInt64) {
    var world = world(seed: seed)
    world.faults.crash = 0.05
    var sent: Set<String> = []
    for round in 0..<6 {
      for text in ["\(round)a", "\(round)b"] where world.send(text, from: 0, to: 1) != nil { sent.insert(text) }
      world.run(for: .seconds(1200))
      change(to: 1, &world)
      change(to: 0, &world)
      for message in world.history(0, with: 1) where message.state == .delivered {
        #expect(world.received(1, from: 0).contains(message.body))
      }
    }
    world.faults = .none
    for _ in 0..<4 {
      world.run(for: .seconds(3600))
      change(to: 1, &world)
      change(to: 0, &world)
    }
    let received = world.received(1, from: 0)
    #expect(Set(received).isSuperset(of: sent) && Set(received).count == received.count)
    #expect(world.history(0, with: 1).allSatisfy { $0.state == .delivered })
    #expect(world.crashes > 0)
  }

  @Test func aBareContentOfADeadDropCountsFromAContactOnly() throws {
    var world = world()
    let content = MessageContent(body: "from the original", type: .text, timestamp: world.wireNow)
    let wire = world.nodes[0].identity.sign(
      type: .message, payload: Payload.encode(content), at: world.clock.now.timestamp)
    let verified = try UnverifiedMessage(wire).verifiedInside(by: world.nodes[0].keys, at: world.clock.now)
    func drop() {
      world.call(1) { node, now throws(ChatError) in
        try node.engine.receivedDrop(verified, dropID: "drop", at: now, in: node.store, using: &node.chance)
      }
    }
    drop()
    drop()
    #expect(world.received(1, from: 0) == ["from the original"])
    world.remove(0, at: 1)
    drop()
    #expect(world.received(1, from: 0) == [])
  }

  @Test func holdersThatAppearAreFoundSoon() {
    var world = world(holders: 0)
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(20))
    #expect(world.state(id, of: 0) == .queued)
    world.addHolders(3)
    world.run(for: .seconds(40))
    #expect(world.state(id, of: 0) == .relayed)
    world.run(for: .seconds(86_400 * 3))
    #expect(world.state(id, of: 0) == .relayed)
  }

  @Test func theOwnNetworkIsNotWaitedForLonger() {
    var world = world(holders: 0)
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(3600))
    world.addHolders(3)
    world.call(0) { node, now throws(ChatError) in
      try node.engine.networkBack(at: now, in: node.store, using: &node.chance)
    }
    world.run(for: .seconds(60))
    #expect(world.state(id, of: 0) == .relayed)
  }

  // MARK: Dead drops

  private func drops(_ id: MessageID?, in world: SimulatedWorld) -> Int {
    kinds(id, of: 0, in: world).count { $0 == .dropped }
  }

  @Test func whatNobodyHoldsIsDroppedOnce() throws {
    var world = world(holders: 0)
    world.passesDropsOn = true
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(6 * 3600))
    #expect(world.drops.count == 1 && world.drops.first?.peer == world.id(1))
    #expect(world.state(id, of: 0) == .queued, "nobody signed for it")
    #expect(drops(id, in: world) == 1)
    let drop = try #require(world.drops.first?.drop)
    let opened = world.receive(drop.sealed, at: 1)
    #expect(opened)
    #expect(world.received(1, from: 0) == ["hello"])
    world.run(for: .seconds(8 * 3600))
    #expect(world.drops.count == 2, "its time was over")
    world.setOnline(1, true)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.received(1, from: 0) == ["hello"])
  }

  @Test func whatAllRefuseIsDroppedAndWhatOneHoldsIsNot() {
    for refuse in [2, 3] {
      var world = world()
      world.passesDropsOn = true
      world.refusing = Set(world.holders.prefix(refuse).map(\.nodeID))
      world.send("hello", from: 0, to: 1)
      world.run(for: .seconds(3600))
      #expect(world.drops.count == (refuse == 3 ? 1 : 0))
    }
  }

  @Test func withoutAnybodyToTakeItADropIsTriedAgain() {
    var world = world(holders: 0)
    let id = world.send("hello", from: 0, to: 1)
    world.run(for: .seconds(3600))
    #expect(drops(id, in: world) == 0)
    world.passesDropsOn = true
    world.run(for: .seconds(3600))
    #expect(world.drops.count == 1 && drops(id, in: world) == 1)
  }

  @Test func dropsAreFewAndSmall() {
    var world = world(holders: 0)
    world.passesDropsOn = true
    world.send(String(repeating: "long ", count: 13_000), from: 0, to: 1)
    for number in 0..<10 { world.send("\(number)", from: 0, to: 1) }
    world.run(for: .seconds(90))
    #expect(world.drops.count == ChatSettings().dropBatch - 1)
    #expect(world.drops.allSatisfy { $0.drop.sealed.byteCount <= ChatSettings().largestDrop })
    let lifetime = ChatSettings().dropLifetime
    #expect(world.drops.allSatisfy { $0.drop.expiresAt.timestamp <= world.clock.now.timestamp + lifetime })
  }
}

extension SimulatedWorld {
  /// How many ciphertexts of a message that waits are kept: one, however often it leaves.
  fileprivate func ciphertextsInOutbox(of id: MessageID?) -> Int {
    nodes[0].store.state.outbox.values.joined().count { $0.id == id && $0.ciphertext != nil }
  }
}
