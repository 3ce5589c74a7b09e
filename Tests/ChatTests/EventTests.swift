import Chat
import Testing
import World

@Suite struct EventTests {
  @Test func aReaderResumesAfterTheLastItSaw() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.introduce(0, 1)
    for index in 0..<20 { world.send("\(index)", from: 0, to: 1) }
    try world.settle()
    let node = world.nodes[1]
    var seen: [ChatEvent] = []
    while case let page = try node.engine.events(after: seen.last?.cursor ?? 0, limit: 3, in: node.store),
      !page.isEmpty
    {
      seen += page
    }
    #expect(seen == node.told)
    #expect(seen.filter { $0.kind == .messageReceived }.count == 20)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.cursor < $1.cursor })
    #expect(try node.engine.lastEvent(in: node.store) == seen.last?.cursor)
  }

  @Test func eventsOutliveARestart() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 2)
    world.introduce(0, 1)
    world.send("a", from: 0, to: 1)
    try world.settle()
    let last = try world.nodes[1].engine.lastEvent(in: world.nodes[1].store)
    world.crash(1)
    world.send("b", from: 0, to: 1)
    try world.settle()
    let events = try world.nodes[1].engine.events(after: last, limit: 10, in: world.nodes[1].store)
    #expect(events.map(\.kind) == [.messageReceived])
  }

  @Test func aReaderThatWasAwayTooLongIsToldSo() throws {
    var settings = ChatSettings()
    settings.maximumEvents = 50
    var world = SimulatedWorld(["anna", "ben"], seed: 3, settings: settings)
    world.introduce(0, 1)
    for index in 0..<100 { world.send("\(index)", from: 0, to: 1) }
    try world.settle()
    let node = world.nodes[1]
    #expect(node.store.state.events.count <= 55)
    let oldest = try #require(node.store.state.events.first?.cursor)
    #expect(throws: ChatError.eventsForgotten(oldest: oldest)) {
      try node.engine.events(after: 1, limit: 10, in: node.store)
    }
    #expect(try node.engine.events(after: oldest - 1, limit: 1, in: node.store).first?.cursor == oldest)
  }

  @Test func anEmptyLogHasNoEvents() throws {
    let world = SimulatedWorld(["anna"], seed: 4)
    #expect(try world.nodes[0].engine.events(after: 0, limit: 10, in: world.nodes[0].store).isEmpty)
    #expect(try world.nodes[0].engine.lastEvent(in: world.nodes[0].store) == 0)
  }
}
