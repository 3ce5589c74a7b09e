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

  /// An event tells how things stood then, whatever has become of them.
  @Test func anEventTellsTheStateOfItsMoment() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 5)
    world.add(1, to: 0)
    world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.accept(0, at: 1)
    try world.settle()
    world.read(1, with: 0)
    world.rename(0, to: "Annie", at: 1)
    world.block(0, at: 1)
    world.unblock(0, at: 1)
    world.remove(0, at: 1)
    let node = world.nodes[1]
    let events = try node.engine.events(after: 0, limit: 100, in: node.store)
    #expect(events == node.told)
    let told = events.map { "\($0.kind.rawValue) \($0.contact?.trust.rawValue ?? "-") \($0.contact?.name ?? "-")" }
    #expect(
      told == [
        "contact.requested requested anna", "contact.added accepted anna", "message.received accepted anna",
        "contact.read accepted anna", "contact.renamed accepted Annie", "contact.blocked blocked Annie",
        "contact.added accepted Annie", "contact.removed accepted Annie",
      ])
    #expect(events.map(\.state) == [nil, nil, .delivered, nil, nil, nil, nil, nil])
  }
}
