import Chat
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
}
