import Chat
import E2EE
import Testing
import Wire
import World

@Suite struct HistoryTests {
  @Test func pagesJoinWithoutGapsOrRepetitions() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.introduce(0, 1)
    for index in 0..<25 {
      world.send("\(index)", from: index % 2, to: 1 - index % 2)
      try world.settle()
    }
    let node = world.nodes[0]
    var all: [ChatMessage] = []
    while case let page = try node.engine.history(
      with: world.id(1), before: all.last?.place, limit: 7, in: node.store), !page.isEmpty
    {
      all += page
    }
    #expect(all.reversed().map(\.body) == (0..<25).map { "\($0)" })
  }

  @Test func aLateMessageTakesItsPlace() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 2)
    world.introduce(0, 1)
    world.faults.reorder = true
    for index in 0..<60 { world.send("\(index)", from: 0, to: 1) }
    world.send("from ben", from: 1, to: 0)
    try world.settle()
    #expect(world.received(1, from: 0) == (0..<60).map { "\($0)" })
    let arrived = world.told(1).filter { $0.kind == .messageReceived }
      .compactMap { $0.message }.compactMap { world.nodes[1].store.state.messages[$0]?.body }
    #expect(arrived != (0..<60).map { "\($0)" }, "the wire did reorder")
    #expect(Set(arrived).count == 60)
  }

  /// A peer that sends no running number is shown in the order of arrival.
  @Test func withoutNumbersOrderIsThatOfArrival() throws {
    var world = try talking()
    for body in ["x", "y", "z"] {
      world.transmit(MessageContent(body: body, type: .text, timestamp: world.wireNow), from: 0, to: 1)
    }
    world.run(for: .seconds(5))
    #expect(world.received(1, from: 0).suffix(3) == ["x", "y", "z"])
  }

  @Test(arguments: [
    MessageContent(
      body: "a photo that did not come along", type: .image, timestamp: WireDate(secondsSinceReference: 0),
      attachmentMimeType: "image/jpeg"),
    MessageContent(
      body: String(repeating: "x", count: 65_537), type: .text, timestamp: WireDate(secondsSinceReference: 0)),
    MessageContent(body: "group", type: .groupInvite, timestamp: WireDate(secondsSinceReference: 0)),
  ])
  func whatCannotBeShownIsAnsweredHonestly(content: MessageContent) throws {
    var world = try talking()
    let before = world.received(1, from: 0)
    world.transmit(content, from: 0, to: 1)
    world.run(for: .seconds(5))
    #expect(world.received(1, from: 0) == before)
    let acks = world.framesFrom(1).filter { $0.type == .ack }
      .compactMap { try? Payload.decode(AckMessage.self, from: $0.payload) }
    #expect(acks.last?.status == .failed)
  }

  @Test func garbageInPayloadsIsCountedAndDropped() throws {
    var world = try talking()
    let before = world.nodes[1].engine.counters["chat.refused.malformed"]
    world.transmit(.message, [Int](), from: 0, to: 1)
    world.transmit(.ack, ["messageID": "\u{1b}[2J"], from: 0, to: 1)
    world.run(for: .seconds(5))
    #expect(world.nodes[1].engine.counters["chat.refused.malformed"] == before + 2)
  }

  private func talking() throws -> SimulatedWorld {
    var world = SimulatedWorld(["anna", "ben"], seed: 3)
    world.introduce(0, 1)
    for (a, b) in [(0, 1), (1, 0), (0, 1)] {
      world.send("hello", from: a, to: b)
      try world.settle()
    }
    return world
  }
}
