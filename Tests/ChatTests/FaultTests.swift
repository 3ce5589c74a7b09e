import Chat
import Testing
import Wire
import World

/// Whatever the wire loses, repeats, delays and cuts, and wherever a node is killed: what `send` promised exists
/// exactly once on the other side, in order, and is delivered here.
@Suite struct FaultTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func everythingPromisedArrivesOnceInOrder(seed: UInt64) throws {
    var world = SimulatedWorld(["anna", "ben", "cleo"], seed: seed)
    for (a, b) in [(0, 1), (1, 2), (0, 2)] { world.introduce(a, b) }
    world.faults = .hard
    var promised: [[Int]: [(MessageID, String)]] = [:]
    for round in 0..<60 {
      let a = Int.random(in: 0..<3, using: &world.chance)
      let b = (a + Int.random(in: 1..<3, using: &world.chance)) % 3
      if let id = world.send("\(round)", from: a, to: b) { promised[[a, b], default: []].append((id, "\(round)")) }
      world.run(for: .seconds(Int.random(in: 0..<20, using: &world.chance)))
      if round % 20 == 10 { world.setOnline(a, false) }
      if round % 20 == 15 { for node in 0..<3 { world.setOnline(node, true) } }
    }
    for node in 0..<3 { world.setOnline(node, true) }
    try world.settle(within: .seconds(30 * 86_400))
    for (ends, messages) in promised {
      #expect(world.received(ends[1], from: ends[0]) == messages.map(\.1), "\(ends)")
      #expect(messages.allSatisfy { world.state($0.0, of: ends[0]) == .delivered })
    }
    #expect(world.nodes.allSatisfy { $0.engine.counters["chat.refused.undecryptable"] == 0 })
    #expect(world.crashes > 0, "the nodes did crash")
  }

  /// A conversation with a step counter; a crash at every one of its steps, one a run, on whichever node it hits.
  @Test func aCrashBetweenAnyTwoStepsLosesNothing() throws {
    let steps = try converse(crashAt: nil)
    #expect(steps > 100)
    for step in 1...steps { try converse(crashAt: step) }
  }

  @discardableResult
  private func converse(crashAt step: Int?) throws -> Int {
    var world = SimulatedWorld(["anna", "ben"], seed: 7)
    world.introduce(0, 1)
    world.crashAt = step.map { world.steps + $0 }
    let start = world.steps
    var promised: [[Int]: [String]] = [:]
    for round in 0..<4 {
      for (a, b) in [(0, 1), (1, 0)] {
        if world.send("\(round)", from: a, to: b) != nil { promised[[a, b], default: []].append("\(round)") }
      }
      world.run(for: .seconds(2))
    }
    try world.settle()
    for (ends, texts) in promised {
      let received = world.received(ends[1], from: ends[0])
      // A crash after the commit and before the answer keeps a message that nobody was promised.
      #expect(received.filter(texts.contains) == texts, "crash at \(step ?? 0)")
      #expect(Set(received).count == received.count, "crash at \(step ?? 0)")
    }
    return world.steps - start
  }

  /// Five hundred kills of two nodes that talk, on a wire that drops, repeats and reorders.
  @Test func fiveHundredCrashesLoseNothing() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 500)
    world.introduce(0, 1)
    world.faults = SimulatedWorld.Faults(drop: 0.05, duplicate: 0.1, reorder: true, crash: 0.05)
    var promised: [[String]] = [[], []]
    var number = 0
    while world.crashes < 500 {
      number += 1
      for node in 0..<2 where world.send("\(number)", from: node, to: 1 - node) != nil {
        promised[node].append("\(number)")
      }
      world.run(for: .seconds(Int.random(in: 0..<10, using: &world.chance)))
    }
    world.faults.crash = 0
    try world.settle(within: .seconds(30 * 86_400))
    for node in 0..<2 {
      let received = world.received(1 - node, from: node)
      #expect(received.filter(Set(promised[node]).contains) == promised[node])
      #expect(Set(received).count == received.count)
      #expect(promised[node].count > 50)
    }
  }

  @Test func receiptsLostTenTimesStoreOneMessage() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 8)
    world.introduce(0, 1)
    world.faults.lostAcks = 10
    let id = world.send("once", from: 0, to: 1)
    try world.settle()
    #expect(world.faults.lostAcks == 0)
    #expect(world.received(1, from: 0) == ["once"])
    #expect(world.told(1).filter { $0.kind == .messageReceived }.count == 1)
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.ciphertexts(of: id).count == 2, "the same ciphertext each time but for the session begun anew")
  }

  /// A disk that fails at any write of a call: the call is undone as a whole and works when tried again.
  @Test func aStoreThatFailsAtAnyWriteLosesNothing() throws {
    for limit in 0..<8 {
      var world = SimulatedWorld(["anna", "ben"], seed: 9)
      world.introduce(0, 1)
      world.link(0, 1)
      for node in 0..<2 {
        world.nodes[node].store.writesUntilFailure = limit
        world.send("refused", from: node, to: 1 - node)
        world.run(for: .seconds(5))
        world.nodes[node].store.writesUntilFailure = nil
      }
      world.cut(0, 1)
      for node in 0..<2 { world.send("kept", from: node, to: 1 - node) }
      try world.settle()
      for node in 0..<2 {
        let received = world.received(node, from: 1 - node)
        #expect(received.last == "kept")
        #expect(Set(received).count == received.count)
      }
    }
  }

  @Test func manyMessagesOneWayOverABadLink() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 10)
    world.introduce(0, 1)
    world.faults = SimulatedWorld.Faults(drop: 0.02, duplicate: 0.02, cut: 0.01)
    for index in 0..<500 {
      world.send("\(index)", from: 0, to: 1)
      if index.isMultiple(of: 20) { world.run(for: .seconds(1)) }
    }
    try world.settle(within: .seconds(30 * 86_400))
    #expect(world.received(1, from: 0) == (0..<500).map { "\($0)" })
  }
}
