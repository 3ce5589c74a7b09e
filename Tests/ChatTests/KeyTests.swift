import Chat
import Crypto
import E2EE
import TestWorld
import Testing
import Wire
import World

/// Verification, changed keys, conflicting requests, and sessions that are looked at and reset.
@Suite struct KeyTests {
  private func pair(_ seed: UInt64 = 1) -> SimulatedWorld {
    var world = SimulatedWorld(["ada", "bob"], seed: seed)
    world.introduce(0, 1)
    return world
  }

  private func verify(_ world: inout SimulatedWorld, _ code: String) -> Bool {
    let bob = world.id(1)
    return world.call(0) { node, now throws(ChatError) in
      try node.engine.verify(bob, by: code, at: now, in: node.store, using: &node.chance)
    }
  }

  private func contact(_ world: SimulatedWorld, _ node: Int, _ other: Int) throws -> ChatContact {
    try #require(try world.nodes[node].store.chatContact(world.id(other)))
  }

  @Test func sixtyDigitsVerify() throws {
    var world = pair()
    let done1 = verify(&world, world.nodes[1].identity.safetyNumber.text)
    #expect(!done1)
    #expect(world.lastError == .keysUnknown)
    world.send("hello", from: 0, to: 1)
    try world.settle()
    let done2 = verify(&world, world.nodes[0].identity.safetyNumber.text)
    #expect(!done2)
    #expect(world.lastError == .verificationFailed)
    let done3 = verify(&world, "")
    #expect(!done3)
    #expect(world.lastError == .badSafetyNumber(digits: 0, others: 0))
    #expect(try contact(world, 0, 1).verifiedAt == nil)
    let done4 = verify(&world, world.nodes[1].identity.safetyNumber.text)
    #expect(done4)
    #expect(try contact(world, 0, 1).verifiedAt != nil)
    let done5 = verify(&world, world.nodes[1].identity.safetyNumber.groups.joined())
    #expect(done5)
    #expect(world.told(0).last?.kind == .contactChanged)
  }

  /// A slip of the hand is not an attack, and is not told as one.
  @Test func whatIsNoSafetyNumberIsToldApart() throws {
    var world = pair()
    world.send("hello", from: 0, to: 1)
    try world.settle()
    let number = world.nodes[1].identity.safetyNumber.text
    let solid = number.filter { $0 != " " }
    for (text, error) in [
      (String(number.dropLast()), ChatError.badSafetyNumber(digits: 59, others: 0)),
      (solid + "1", .badSafetyNumber(digits: 61, others: 0)),
      ("O" + solid.dropFirst(), .badSafetyNumber(digits: 59, others: 1)),
      (solid.dropLast(5) + "\u{661}\u{662}\u{663}\u{664}\u{665}", .badSafetyNumber(digits: 55, others: 5)),
      ("hello", .badSafetyNumber(digits: 0, others: 5)),
      ("sophaxchat://verify?id=12&peer=34", .badVerificationCode),
      ("sophaxchat://verify?id=\(world.id(1).hex)", .badVerificationCode),
      ("sophaxchat://add?id=\(world.id(1).hex)", .badVerificationCode),
      ("https://example.org/", .badVerificationCode),
    ] {
      let done = verify(&world, text)
      #expect(!done && world.lastError == error, "\(text)")
    }
    #expect(
      "\(ChatError.badSafetyNumber(digits: 59, others: 0))".hasSuffix("60 digits are needed, and 59 were given"))
    #expect(try contact(world, 0, 1).verifiedAt == nil)
    let done = verify(&world, number.replacing(" ", with: "\n"))
    #expect(done)
  }

  @Test func scannedCodeNamesBothSides() throws {
    var world = pair()
    world.send("hello", from: 0, to: 1)
    try world.settle()
    let (ada, bob) = (world.id(0), world.id(1))
    // Of one's own screen, and shown to somebody else.
    let done6 = verify(&world, VerificationCode(owner: ada, other: bob).text)
    #expect(!done6)
    let done7 = verify(&world, VerificationCode(owner: bob, other: bob).text)
    #expect(!done7)
    let done8 = verify(&world, VerificationCode(owner: bob, other: ada).text)
    #expect(done8)
  }

  @Test(arguments: ["sophaxchat://verify?", "sophaxchat://verify?id=ab&peer=cd", "sophaxchat://add?id=ab", ""])
  func wrongCodesAreNone(_ text: String) { #expect(VerificationCode(text) == nil) }

  /// A node with the signing key of another and a DH key of its own: the same onion address, another identity.
  private func worldWithTwin() throws -> SimulatedWorld {
    var world = SimulatedWorld(["ada", "bob", "bob again"], seed: 5)
    world.nodes[2].takeSigningKey(of: world.nodes[1])
    world.introduce(0, 1)
    world.send("hello", from: 0, to: 1)
    try world.settle()
    return world
  }

  @Test func changedKeyStopsSendingUntilAccepted() throws {
    var world = try worldWithTwin()
    world.rename(1, to: "robert", at: 0)
    world.setOnline(1, false)
    world.send("waits", from: 0, to: 1)
    world.link(0, 2)
    let old = try contact(world, 0, 1)
    #expect(old.successor == world.id(2))
    #expect(world.told(0).last?.kind == .contactKeyChanged)
    let done9 = world.send("refused", from: 0, to: 1)
    #expect(done9 == nil)
    #expect(world.lastError == .keyChanged)
    world.setOnline(1, true)
    world.run(for: .seconds(3_600))
    #expect(world.received(1, from: 0) == ["hello"], "what waited stays")
    world.crash(0)
    let done10 = world.send("still refused", from: 0, to: 1)
    #expect(done10 == nil)

    world.add(0, to: 2)
    let bob = world.id(1)
    world.call(0) { node, now throws(ChatError) in
      try node.engine.acceptKey(of: bob, at: now, in: node.store, using: &node.chance).directives
    }
    try world.settle()
    #expect(world.received(2, from: 0) == ["waits"])
    #expect(try contact(world, 0, 2).localName == "robert")
    #expect(try contact(world, 0, 1).trust == .blocked)
    #expect(world.history(0, with: 1).map(\.body).first == "hello")
  }

  @Test func keyThatIsTheSameIsNotAccepted() throws {
    var world = pair()
    let bob = world.id(1)
    world.call(0) { node, now throws(ChatError) in
      try node.engine.acceptKey(of: bob, at: now, in: node.store, using: &node.chance).directives
    }
    #expect(world.lastError == .keyUnchanged)
  }

  @Test func requestsThatClaimTheSameAreNamed() throws {
    let engine = SimulatedWorld(["ada"], seed: 1).nodes[0].engine
    func contact(_ number: UInt64, _ trust: ChatContact.Trust, _ name: String, _ port: UInt16) -> ChatContact {
      ChatContact(
        nodeID: NodeID(words: (number, 0, 0, 0)), username: name, trust: trust,
        address: .loopback(port: port), addedAt: Timestamp(milliseconds: 0))
    }
    let request = contact(1, .requested, "Bob", 1)
    let others = [
      request, contact(2, .requested, "eve", 1), contact(3, .accepted, "bob", 2),
      contact(4, .accepted, "carol", 3), contact(5, .blocked, "Bob", 1),
    ]
    let found = engine.conflicts(of: request, among: others)
    #expect(
      found == [
        RequestConflict(kind: .address, other: others[1].nodeID),
        RequestConflict(kind: .name, other: others[2].nodeID),
      ])
  }

  // MARK: Sessions

  @Test func resetBeginsAnewOnBothSides() throws {
    var world = pair()
    world.send("one", from: 0, to: 1)
    try world.settle()
    world.send("two", from: 1, to: 0)
    try world.settle()
    let before = world.nodes[1].store.state.sessions[world.id(0)]?.current?.id
    let bob = world.id(1)
    world.call(0) { node, now throws(ChatError) in
      try node.engine.resetSession(with: bob, at: now, in: node.store, using: &node.chance)
    }
    world.send("three", from: 0, to: 1)
    world.send("four", from: 1, to: 0)
    try world.settle()
    world.run(for: .seconds(60))
    #expect(world.received(1, from: 0) == ["one", "three"])
    #expect(world.received(0, from: 1) == ["two", "four"])
    let after = [0, 1].map { world.nodes[$0].store.state.sessions[world.id(1 - $0)]?.current?.id }
    #expect(after[0] == after[1] && after[0] != before)
    for node in [0, 1] { #expect(world.told(node).filter { $0.kind == .sessionHealed }.count == 1) }
  }

  @Test func sessionsThatCrossAtTheStartAreNoFault() throws {
    var world = pair(9)
    world.send("from ada", from: 0, to: 1)
    world.send("from bob", from: 1, to: 0)
    try world.settle()
    for node in [0, 1] { #expect(world.told(node).allSatisfy { $0.kind != .sessionHealed }) }
  }

  // MARK: Gaps

  @Test func missingMessageShowsUntilItComes() throws {
    var world = pair()
    world.send("one", from: 0, to: 1)
    try world.settle()
    let backup = world.nodes[1].store.state
    world.send("two", from: 0, to: 1)
    try world.settle()
    // The receiver goes back to a backup: what it has acknowledged since does not come again.
    world.nodes[1].store.restore(backup)
    world.crash(1)
    world.send("three", from: 0, to: 1)
    try world.settle()
    let history = world.history(1, with: 0)
    #expect(history.map(\.body) == ["one", "three"])
    let store = world.nodes[1].store
    let gaps = try history.map { message in
      try message.previous > 0 && !store.hasReceived(sequence: message.previous, from: world.id(0))
    }
    #expect(gaps == [false, true])
  }
}
