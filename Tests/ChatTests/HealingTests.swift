import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

@Suite struct HealingTests {
  /// Two who have talked both ways.
  private func pair(seed: UInt64) throws -> SimulatedWorld {
    var world = SimulatedWorld(["anna", "ben"], seed: seed)
    world.introduce(0, 1)
    for (a, b) in [(0, 1), (1, 0), (0, 1), (1, 0)] {
      world.send("before", from: a, to: b)
      try world.settle()
    }
    return world
  }

  private func expectHealed(_ world: inout SimulatedWorld, _ comment: Comment) throws {
    for round in 0..<3 {
      for (a, b) in [(0, 1), (1, 0)] {
        world.send("after \(round)", from: a, to: b)
        try world.settle()
      }
    }
    for (a, b) in [(0, 1), (1, 0)] {
      #expect(
        world.received(b, from: a).suffix(3) == ["after 0", "after 1", "after 2"], comment)
    }
  }

  @Test(arguments: [0, 1], 1...3 as ClosedRange<UInt64>)
  func aDamagedRecordHeals(node: Int, seed: UInt64) throws {
    var world = try pair(seed: seed)
    let peer = world.id(1 - node)
    world.tamper(node) { $0.damaged = [peer] }
    try expectHealed(&world, "damaged at \(node)")
  }

  @Test(arguments: [[0], [1], [0, 1]], 1...3 as ClosedRange<UInt64>)
  func aLostSessionHeals(nodes: [Int], seed: UInt64) throws {
    var world = try pair(seed: seed)
    for node in nodes {
      let peer = world.id(1 - node)
      world.tamper(node) { (store) throws(InMemoryChatStore.Failure) in
        try store.removePeerSessions(with: peer)
      }
    }
    try expectHealed(&world, "lost at \(nodes)")
  }

  /// A node that comes back with yesterday's state: its ratchet is behind, its keys are known to the peer.
  @Test(arguments: [0, 1], 1...3 as ClosedRange<UInt64>)
  func anOldBackupHeals(node: Int, seed: UInt64) throws {
    var world = try pair(seed: seed)
    let backup = world.nodes[node].store.state
    for (a, b) in [(0, 1), (1, 0), (0, 1), (1, 0)] {
      world.send("since", from: a, to: b)
      try world.settle()
    }
    world.tamper(node) { $0.restore(backup) }
    world.crash(node)
    world.run(for: .seconds(7200))
    try expectHealed(&world, "old backup at \(node)")
  }

  @Test func theUserIsToldOfAHealedSessionOnce() throws {
    var world = try pair(seed: 4)
    let peer = world.id(0)
    world.tamper(1) { (store) throws(InMemoryChatStore.Failure) in
      try store.removePeerSessions(with: peer)
    }
    world.send("hello?", from: 0, to: 1)
    world.send("anybody?", from: 0, to: 1)
    // Not the minute of a receipt that does not come: the new session itself makes the sender send again.
    world.run(for: .seconds(10))
    #expect(world.received(1, from: 0).suffix(2) == ["hello?", "anybody?"])
    #expect(world.told(1).filter { $0.kind == .sessionHealed }.count == 1)
  }

  /// Whatever broke, and on whichever side: each user hears of it, once.
  @Test(arguments: ["damaged", "lost"], [0, 1]) func bothSidesAreToldOnce(what: String, node: Int) throws {
    var world = try pair(seed: 9)
    let peer = world.id(1 - node)
    world.tamper(node) { (store) throws(InMemoryChatStore.Failure) in
      if what == "damaged" { store.damaged = [peer] } else { try store.removePeerSessions(with: peer) }
    }
    world.send("hello?", from: 1 - node, to: node)
    world.run(for: .seconds(120))
    world.send("anybody?", from: node, to: 1 - node)
    world.run(for: .seconds(120))
    for side in [0, 1] {
      #expect(world.told(side).count { $0.kind == .sessionHealed } == 1, "side \(side)")
    }
    #expect(world.received(node, from: 1 - node).last == "hello?")
    #expect(world.received(1 - node, from: node).last == "anybody?")
  }

  /// Whoever writes first, also both at once.
  @Test(arguments: [[0], [1], [0, 1]]) func aDamagedRecordIsToldOnBothSides(writers: [Int]) throws {
    var world = try pair(seed: 10)
    let peer = world.id(1)
    world.tamper(0) { $0.damaged = [peer] }
    for writer in writers { world.send("hello?", from: writer, to: 1 - writer) }
    world.run(for: .seconds(120))
    for writer in writers { #expect(world.received(1 - writer, from: writer).last == "hello?") }
    for side in [0, 1] {
      #expect(world.told(side).count { $0.kind == .sessionHealed } == 1, "side \(side)")
    }
  }

  /// A node that went back to an old state shows what it has lost as a gap, and both users hear of the new session.
  @Test func anOldBackupShowsAGap() throws {
    var world = try pair(seed: 10)
    let backup = world.nodes[1].store.state
    for text in ["lost one", "lost two"] {
      world.send(text, from: 0, to: 1)
      try world.settle()
      world.send("lost answer", from: 1, to: 0)
      try world.settle()
    }
    world.tamper(1) { $0.restore(backup) }
    world.crash(1)
    world.run(for: .seconds(60))
    world.send("who are you?", from: 1, to: 0)
    world.run(for: .seconds(120))
    world.send("after it", from: 0, to: 1)
    world.run(for: .seconds(120))
    #expect(world.received(0, from: 1).last == "who are you?")
    let last = try #require(world.history(1, with: 0).last { $0.body == "after it" })
    #expect(last.previous > 0)
    #expect(try world.nodes[1].engine.hasGap(before: last, in: world.nodes[1].store))
    for side in [0, 1] {
      #expect(world.told(side).count { $0.kind == .sessionHealed } == 1, "side \(side)")
    }
  }

  @Test func newSessionsAreBegunAtMostOnceAnHour() throws {
    var world = try pair(seed: 5)
    let peer = world.id(0)
    for _ in 0..<6 {
      world.tamper(1) { (store) throws(InMemoryChatStore.Failure) in
        try store.removePeerSessions(with: peer)
      }
      world.send("again", from: 0, to: 1)
      world.run(for: .seconds(600))
    }
    #expect(world.told(1).filter { $0.kind == .sessionHealed }.count <= 2)
    world.run(for: .seconds(7200))
    try world.settle()
    #expect(world.received(1, from: 0).suffix(6).allSatisfy { $0 == "again" })
  }

  /// Whoever was removed does not know it: what it writes comes as the request of a stranger, at once and once, however
  /// the two had talked before.
  @Test(
    arguments: ["both", "only the removed one", "only the other", "neither", "much"], 1...3 as ClosedRange<UInt64>)
  func aMessageOfSomebodyRemovedBecomesARequest(before: String, seed: UInt64) throws {
    var world = SimulatedWorld(["anna", "ben"], seed: seed)
    world.introduce(0, 1)
    world.link(0, 1)
    if before == "both" || before == "only the removed one" { world.send("before", from: 0, to: 1) }
    try world.settle()
    if before == "both" || before == "only the other" { world.send("before", from: 1, to: 0) }
    if before == "much" { for index in 0..<40 { world.send("\(index)", from: index % 2, to: 1 - index % 2) } }
    try world.settle()
    world.read(0, with: 1)
    try world.settle()
    world.remove(0, at: 1)
    let ids = ["still there?", "hello?"].map { world.send($0, from: 0, to: 1) }
    world.run(for: .seconds(5))
    let requests = try world.nodes[1].engine.requests(in: world.nodes[1].store)
    #expect(requests.map(\.contact.nodeID) == [world.id(0)])
    #expect(requests.first?.messages.map(\.body) == ["still there?", "hello?"])
    #expect(ids.allSatisfy { world.state($0, of: 0) == .sent })
    world.run(for: .seconds(7200))
    let expected = before == "neither" || before == "only the other" ? 0...1 : 1...1
    #expect(expected.contains(world.told(0).count { $0.kind == .sessionHealed }))
    #expect(world.told(1).suffix(2).map(\.kind) == [.contactRemoved, .contactRequested])
    world.accept(0, at: 1)
    try world.settle()
    #expect(ids.allSatisfy { world.state($0, of: 0) == .delivered })
    #expect(world.received(1, from: 0) == ["still there?", "hello?"])
    try expectHealed(&world, "after the request was accepted")
  }

  /// Each removal heals at once, however soon it follows the one before.
  @Test func eachRemovalHealsAtOnce() throws {
    var world = try pair(seed: 11)
    for round in 0..<5 {
      world.remove(0, at: 1)
      world.send("round \(round)", from: 0, to: 1)
      world.run(for: .seconds(61))
      let requests = try world.nodes[1].engine.requests(in: world.nodes[1].store)
      #expect(requests.first?.messages.map(\.body) == ["round \(round)"])
      world.accept(0, at: 1)
      try world.settle()
      world.send("yes", from: 1, to: 0)
      try world.settle()
    }
    #expect(world.told(0).count { $0.kind == .sessionHealed } == 1)
  }

  /// What comes while the peer is added anew, on a link that this side has not asked for yet.
  @Test func somebodyAddedAgainIsReadAtOnce() throws {
    var world = try pair(seed: 12)
    world.remove(0, at: 1)
    world.add(0, to: 1)
    world.send("still there?", from: 0, to: 1)
    world.run(for: .seconds(15))
    #expect(world.received(1, from: 0) == ["still there?"])
    for side in [0, 1] {
      #expect(world.told(side).count { $0.kind == .sessionHealed } == 1, "side \(side)")
    }
  }

  /// Notes as well are about a conversation that the other side has forgotten.
  @Test func aNoteOfSomebodyRemovedRenewsTheSession() throws {
    var world = try pair(seed: 13)
    world.remove(0, at: 1)
    world.read(0, with: 1)
    world.run(for: .seconds(5))
    #expect(world.nodes[1].engine.counters["chat.session.asked"] == 1)
    world.send("still there?", from: 0, to: 1)
    world.run(for: .seconds(5))
    #expect(try world.nodes[1].engine.requests(in: world.nodes[1].store).count == 1)
  }

  /// A stranger's nonsense is answered once an hour, a blocked one's never, and no more peers than there is room for.
  @Test func nonsenseIsAnsweredOnceAnHour() throws {
    var settings = ChatSettings()
    settings.maximumAsked = 1
    var world = SimulatedWorld(["anna", "ben", "carl"], seed: 14, settings: settings)
    func talk(_ count: Int, from stranger: Int) {
      for _ in 0..<count {
        world.transmit(.message, world.nonsense, from: stranger, to: 0)
        world.run(for: .seconds(2))
      }
    }
    let asked = { (world: SimulatedWorld) in world.nodes[0].engine.counters["chat.session.asked"] }
    world.link(0, 1)
    world.link(0, 2)
    talk(10, from: 1)
    #expect(asked(world) == 1)
    talk(10, from: 2)
    #expect(asked(world) == 1)
    world.run(for: .seconds(3600))
    talk(10, from: 2)
    #expect(asked(world) == 2)
    world.block(1, at: 0)
    world.run(for: .seconds(3600))
    talk(10, from: 1)
    #expect(asked(world) == 2)
    #expect(world.nodes[0].store.state.sessions.isEmpty)
  }

  /// Who asks again and again costs a session a minute at most, and tells the user once an hour.
  @Test func questionsWithoutEndAreBounded() throws {
    var world = try pair(seed: 15)
    let before = try #require(world.nodes[0].store.state.sessions[world.id(1)]?.current?.id)
    let question = AckMessage(messageID: "00000000-0000-0000-0000-000000000000", status: .failed)
    for _ in 0..<60 {
      world.transmit(.ack, question, from: 1, to: 0)
      world.run(for: .seconds(1))
    }
    #expect(world.told(0).count { $0.kind == .sessionHealed } == 1)
    let sessions = world.nodes[0].store.state.sessions[world.id(1)]
    #expect(sessions?.archived.map(\.id) == [before])
    try expectHealed(&world, "after questions")
    // A stranger's question is nothing to a node that has no session with it.
    world.remove(1, at: 0)
    world.transmit(.ack, question, from: 1, to: 0)
    world.run(for: .seconds(1))
    #expect(world.nodes[0].engine.counters["chat.session.unasked"] == 1)
  }

  @Test func aRemovedContactThatIsAddedAgainIsWrittenTo() throws {
    var world = try pair(seed: 7)
    world.remove(0, at: 1)
    world.add(0, to: 1)
    try expectHealed(&world, "added again")
  }

  /// A peer that is blocked learns nothing of it, and does not use up the other's prekeys by trying.
  @Test func silenceBeginsOneSessionAnHour() throws {
    var world = try pair(seed: 8)
    world.block(0, at: 1)
    world.send("still there?", from: 0, to: 1)
    world.run(for: .seconds(4 * 3600))
    #expect(world.told(0).count { $0.kind == .sessionHealed } == 1)
  }
}
