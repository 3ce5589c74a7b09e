import Chat
import TestWorld
import Testing
import World

/// A contact that was removed and writes again.
@Suite struct RemovedContactTests {
  private func gaps(_ world: SimulatedWorld) throws -> [String: Bool] {
    let node = world.nodes[1]
    var gaps: [String: Bool] = [:]
    for message in node.store.state.messages.values where message.peer == world.id(0) {
      gaps[message.body] = try node.engine.hasGap(before: message, in: node.store)
    }
    return gaps
  }

  @Test func whatWasRemovedIsNotMissed() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 3)
    world.introduce(0, 1)
    for text in ["one", "two"] {
      world.send(text, from: 0, to: 1)
      try world.settle()
    }
    world.remove(0, at: 1)
    world.run(for: .seconds(60))
    world.send("again", from: 0, to: 1)
    world.run(for: .seconds(600))
    world.accept(0, at: 1)
    try world.settle()
    #expect(try gaps(world) == ["again": false])
    let before = world.nodes[1].store.state
    world.send("lost", from: 0, to: 1)
    try world.settle()
    // Back to a backup: what was acknowledged since does not come again.
    world.nodes[1].store.restore(before)
    world.crash(1)
    world.send("after it", from: 0, to: 1)
    try world.settle()
    #expect(try gaps(world) == ["again": false, "after it": true])
  }

  /// Also of a contact of whom nothing has come yet.
  @Test func firstMessageOfAContactIsMissed() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 4)
    world.introduce(0, 1)
    world.run(for: .seconds(60))
    world.send("hello", from: 1, to: 0)
    try world.settle()
    let before = world.nodes[1].store.state
    world.send("lost", from: 0, to: 1)
    try world.settle()
    world.nodes[1].store.restore(before)
    world.crash(1)
    world.send("second", from: 0, to: 1)
    try world.settle()
    #expect(try gaps(world)["second"] == true)
  }
}
