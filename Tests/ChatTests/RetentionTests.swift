import Chat
import Testing
import Wire
import World

/// History that is kept for some time only.
@Suite struct RetentionTests {
  private static let days = ChatPreferences(retention: .seconds(3 * 86_400))

  private func pair(seed: UInt64, _ settings: ChatSettings = ChatSettings(), _ preferences: ChatPreferences = days)
    -> SimulatedWorld
  {
    var world = SimulatedWorld(["ada", "bob"], seed: seed, settings: settings, preferences: preferences)
    world.introduce(0, 1)
    // The look at the history begins with the start of the program.
    for node in 0...1 { world.crash(node) }
    return world
  }

  private func told(_ world: SimulatedWorld, _ node: Int) -> [String] {
    world.history(node, with: 1 - node).map(\.body)
  }

  @Test func whatIsOlderIsErasedOnBothSides() throws {
    var world = pair(seed: 1)
    world.send("old", from: 0, to: 1)
    try world.settle()
    world.run(for: .seconds(2 * 86_400))
    world.send("younger", from: 1, to: 0)
    try world.settle()
    #expect(told(world, 0) == ["old", "younger"])
    world.run(for: .seconds(86_400 + 7200))
    for node in 0...1 {
      #expect(told(world, node) == ["younger"])
      #expect(world.told(node).last?.kind == .messageExpired)
    }
    world.run(for: .seconds(3 * 86_400))
    #expect(told(world, 0).isEmpty && told(world, 1).isEmpty)
  }

  @Test func whatIsNotDeliveredStays() throws {
    var world = pair(seed: 2)
    world.setOnline(1, false)
    world.send("waits", from: 0, to: 1)
    world.run(for: .seconds(5 * 86_400))
    #expect(told(world, 0) == ["waits"])
    world.setOnline(1, true)
    world.run(for: .seconds(7200))
    #expect(told(world, 1) == ["waits"], "it is kept from when it came")
    #expect(told(world, 0).isEmpty, "and gone where it was written long ago")
  }

  @Test func aLongListGoesBitByBitAndAtOnce() throws {
    var settings = ChatSettings()
    settings.erasedPerTurn = 3
    var world = pair(seed: 3, settings)
    for index in 0..<20 { world.send("\(index)", from: 0, to: 1) }
    try world.settle()
    world.setOnline(1, false)
    world.run(for: .seconds(5 * 86_400))
    world.setOnline(1, true)
    world.run(for: .seconds(1))
    #expect(told(world, 1).isEmpty)
  }

  @Test func everythingIsKeptUnlessSaidOtherwise() throws {
    var world = pair(seed: 4, ChatSettings(), ChatPreferences())
    world.send("kept", from: 0, to: 1)
    world.run(for: .seconds(400 * 86_400))
    #expect(told(world, 1) == ["kept"])
  }

  /// A clock that is days ahead says that everything is old.
  @Test(arguments: [ClockStanding.unknown, .doubted]) func aClockThatNobodyConfirmsErasesNothing(
    _ standing: ClockStanding
  ) throws {
    var world = pair(seed: 6)
    world.send("kept", from: 0, to: 1)
    try world.settle()
    for node in 0...1 {
      world.nodes[node].clock = standing
      world.crash(node)
    }
    world.run(for: .seconds(5 * 86_400))
    for node in 0...1 {
      world.crash(node)
      #expect(told(world, node) == ["kept"])
    }
    world.run(for: .seconds(6 * 86_400))
    for node in 0...1 { #expect(told(world, node) == (standing == .doubted ? ["kept"] : [])) }
    for node in 0...1 {
      world.call(node) { node, now throws(ChatError) in
        try node.engine.clockStands(.agreed, at: now, in: node.store, using: &node.chance)
      }
      #expect(told(world, node).isEmpty)
    }
  }
}
