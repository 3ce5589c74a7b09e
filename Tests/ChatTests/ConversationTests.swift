import Chat
import Testing
import Wire
import World

@Suite struct ConversationTests {
  @Test func textsGoBothWaysAndAreDelivered() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.introduce(0, 1)
    let first = world.send("hello", from: 0, to: 1)
    #expect(world.state(first, of: 0) == .queued)
    try world.settle()
    #expect(world.received(1, from: 0) == ["hello"])
    #expect(world.state(first, of: 0) == .delivered)
    let second = world.send("hello yourself", from: 1, to: 0)
    try world.settle()
    #expect(world.received(0, from: 1) == ["hello yourself"])
    #expect(world.state(second, of: 1) == .delivered)
    let third = world.send("and again", from: 0, to: 1)
    try world.settle()
    #expect(world.history(1, with: 0).map(\.body) == ["hello", "hello yourself", "and again"])
    #expect(world.state(third, of: 0) == .delivered)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func simultaneousFirstMessagesBothArrive(seed: UInt64) throws {
    var world = SimulatedWorld(["anna", "ben"], seed: seed)
    world.introduce(0, 1)
    world.send("from anna", from: 0, to: 1)
    world.send("from ben", from: 1, to: 0)
    world.link(0, 1)
    try world.settle()
    for index in 0..<5 {
      world.send("a\(index)", from: 0, to: 1)
      world.send("b\(index)", from: 1, to: 0)
      try world.settle()
    }
    #expect(world.received(1, from: 0) == ["from anna"] + (0..<5).map { "a\($0)" })
    #expect(world.received(0, from: 1) == ["from ben"] + (0..<5).map { "b\($0)" })
    #expect(!world.told(0).contains { $0.kind == .sessionHealed })
    #expect(!world.told(1).contains { $0.kind == .sessionHealed })
  }

  @Test func whatIsWrittenToSomebodyOfflineWaitsAndArrivesInOrder() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 2)
    world.introduce(0, 1)
    world.setOnline(1, false)
    let ids = (0..<200).map { world.send("\($0)", from: 0, to: 1) }
    world.run(for: .seconds(7 * 86_400))
    #expect(ids.allSatisfy { world.state($0, of: 0) == .queued })
    #expect(world.dials(0) < 7 * 24 * 4 * 2, "attempts follow the back-off")
    world.setOnline(1, true)
    try world.settle(within: .seconds(1200))
    #expect(world.received(1, from: 0) == (0..<200).map { "\($0)" })
    #expect(ids.allSatisfy { world.state($0, of: 0) == .delivered })
  }

  @Test func aLinkThatThePeerOpensEndsTheWait() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 3)
    world.introduce(0, 1)
    world.setOnline(1, false)
    world.send("late", from: 0, to: 1)
    world.run(for: .seconds(5 * 3600))
    world.setOnline(1, true)
    world.link(0, 1)
    world.run(for: .seconds(3))
    #expect(world.received(1, from: 0) == ["late"])
  }

  @Test func theTraceTellsWhatHappened() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 4)
    world.introduce(0, 1)
    world.setOnline(1, false)
    let sent = world.send("hello", from: 0, to: 1)
    let id = try #require(sent)
    world.run(for: .seconds(100))
    world.setOnline(1, true)
    try world.settle()
    let message = try world.nodes[0].engine.message(named: id.text, in: world.nodes[0].store)
    let steps = try world.nodes[0].engine.trace(of: message.key, in: world.nodes[0].store)
    #expect(message.body == "hello")
    #expect(steps.first?.kind == .queued)
    #expect(steps.contains { $0.kind == .unreachable && $0.evidence == "offline" })
    #expect(steps.suffix(2).map(\.kind) == [.sent, .delivered])
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.lastAt <= $1.firstAt })
  }

  @Test func anAnswerEndsTheRepetitionOfTheInitiation() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 7)
    world.introduce(0, 1)
    for _ in 0..<2 {
      world.send("to ben", from: 0, to: 1)
      try world.settle()
    }
    #expect(world.framesFrom(0).map(\.type) == [.initiateSession, .initiateSession])
    for (a, b) in [(1, 0), (0, 1), (1, 0), (0, 1)] {
      world.send("and back", from: a, to: b)
      try world.settle()
    }
    #expect(world.framesFrom(0).suffix(4).map(\.type) == [.ack, .message, .ack, .message])
    #expect(world.framesFrom(1).filter { $0.type == .initiateSession }.isEmpty)
  }

  /// What opened a message is gone: the same ciphertext under another name opens nothing.
  @Test func aMessageKeyOpensOnce() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 8)
    world.introduce(0, 1)
    for (a, b) in [(0, 1), (1, 0), (0, 1)] {
      world.send("hello", from: a, to: b)
      try world.settle()
    }
    let last = try #require(world.framesFrom(0).last { $0.type == .message })
    var payload = try Payload.decode(ChatMessagePayload.self, from: last.payload)
    payload.messageID = "another"
    world.transmit(.message, payload, from: 0, to: 1)
    world.run(for: .seconds(5))
    #expect(world.received(1, from: 0) == ["hello", "hello"])
    #expect(world.nodes[1].engine.counters["chat.refused.undecryptable"] == 1)
  }

  @Test func threeTalkAtOnce() throws {
    var world = SimulatedWorld(["anna", "ben", "cleo"], seed: 5)
    for (a, b) in [(0, 1), (1, 2), (0, 2)] { world.introduce(a, b) }
    for round in 0..<10 {
      for a in 0..<3 {
        for b in 0..<3 where a != b { world.send("\(a) to \(b), \(round)", from: a, to: b) }
      }
      world.run(for: .seconds(1))
    }
    try world.settle()
    for a in 0..<3 {
      for b in 0..<3 where a != b {
        #expect(world.received(b, from: a) == (0..<10).map { "\(a) to \(b), \($0)" })
      }
    }
  }

  /// A session that this node began is repeated for weeks in the original form until the peer answers in it.
  @Test func aOneSidedConversationGoesOnForWeeks() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 6)
    world.introduce(0, 1)
    for day in 0..<30 {
      world.send("day \(day)", from: 0, to: 1)
      try world.settle()
      world.run(for: .seconds(86_400))
    }
    #expect(world.received(1, from: 0) == (0..<30).map { "day \($0)" })
    #expect(!world.told(1).contains { $0.kind == .sessionHealed })
  }
}
