import Chat
import TestWorld
import Testing
import Wire
import World

/// Disappearing messages, notes to oneself, drafts and typing.
@Suite struct LifetimeTests {
  private func pair(_ settings: ChatSettings = ChatSettings()) -> SimulatedWorld {
    var world = SimulatedWorld(["ada", "bob"], seed: 1, settings: settings)
    world.introduce(0, 1)
    return world
  }

  @Test func bothSidesEraseAtTheEnd() throws {
    var world = pair()
    let id = world.send("soon gone", from: 0, to: 1, lifetime: .seconds(60))
    world.send("stays", from: 0, to: 1)
    world.run(for: .seconds(50))
    #expect(world.received(1, from: 0) == ["soon gone", "stays"])
    world.run(for: .seconds(15))
    for (node, other) in [(0, 1), (1, 0)] {
      #expect(world.history(node, with: other).map(\.body) == ["stays"])
      #expect(world.told(node).last?.kind == .messageExpired)
      #expect(world.told(node).last?.message?.id == id)
    }
  }

  @Test func whatComesTooLateIsNeverShown() throws {
    var world = pair()
    world.send("first", from: 0, to: 1)
    try world.settle()
    world.faults.drop = 1
    world.link(0, 1)
    world.send("too late", from: 0, to: 1, lifetime: .seconds(600))
    let content = MessageContent(
      body: "late", type: .text, timestamp: world.wireNow,
      expiresAt: WireDate(world.clock.now.timestamp - .seconds(1)))
    world.faults = .none
    world.link(0, 1)
    world.transmit(content, from: 0, to: 1)
    world.run(for: .seconds(1_200))
    #expect(world.received(1, from: 0) == ["first"])
    #expect(world.history(0, with: 1).map(\.body) == ["first"])
  }

  @Test func aWaitingMessageEndsUnsent() throws {
    var world = pair()
    world.setOnline(1, false)
    world.send("never seen", from: 0, to: 1, lifetime: .seconds(300))
    world.run(for: .seconds(400))
    #expect(world.history(0, with: 1).isEmpty)
    #expect(world.nodes[0].store.state.outbox.isEmpty)
    world.setOnline(1, true)
    world.run(for: .seconds(3_600))
    #expect(world.history(1, with: 0).isEmpty)
  }

  @Test func theConversationSaysHowLongMessagesLive() throws {
    var world = pair()
    world.set(ContactSwitches(lifetime: .seconds(3_600)), of: 1, at: 0)
    let id = world.send("an hour", from: 0, to: 1)
    try world.settle()
    let ends = [world.message(id, 0, with: 1)?.expiresAt, world.message(id, 1, with: 0)?.expiresAt]
    #expect(ends[0] != nil && ends[0]?.seconds == ends[1]?.seconds)
    world.run(for: .seconds(3_700))
    #expect(world.history(1, with: 0).isEmpty)
    // The other side has decided nothing.
    let answer = world.send("for ever", from: 1, to: 0)
    #expect(world.message(answer, 1, with: 0)?.expiresAt == nil)
  }

  @Test(arguments: [Duration.seconds(1), .seconds(400 * 86_400)])
  func lifetimesHaveBounds(_ lifetime: Duration) throws {
    var world = pair()
    let done1 = world.send("no", from: 0, to: 1, lifetime: lifetime)
    #expect(done1 == nil)
    #expect(world.lastError == .badLifetime(shortest: .seconds(5), longest: .seconds(366 * 86_400)))
  }

  @Test func endIsKeptOverARestart() throws {
    var world = pair()
    world.send("soon gone", from: 0, to: 1, lifetime: .seconds(60))
    try world.settle()
    world.crash(0)
    world.crash(1)
    world.run(for: .seconds(100))
    #expect(world.history(0, with: 1).isEmpty)
    #expect(world.history(1, with: 0).isEmpty)
  }

  // MARK: Oneself

  @Test func noteToSelfStaysHere() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 2)
    let id = world.send("milk", from: 0, to: 0)
    #expect(world.state(id, of: 0) == .read)
    #expect(world.history(0, with: 0).map(\.body) == ["milk"])
    let done2 = world.edit(id, to: "bread", at: 0)
    #expect(done2)
    let done3 = world.react("✅", to: id, at: 0, with: 0)
    #expect(done3)
    #expect(world.history(0, with: 0).map(\.body) == ["bread"])
    #expect(world.reactions(id, 0, with: 0) == ["✅"])
    world.run(for: .seconds(600))
    #expect(world.frames.isEmpty && world.connects.isEmpty)
    let again = world.retry(id, at: 0)
    #expect(!again)
    #expect(world.lastError == .notRetriable(.read))
    let done4 = world.delete(id, at: 0, with: 0)
    #expect(done4)
    #expect(world.history(0, with: 0).isEmpty)
  }

  @Test func draftIsKeptAndForgotten() throws {
    var world = pair()
    let bob = world.id(1)
    func save(_ text: String) {
      world.call(0) { node, now throws(ChatError) in
        try node.engine.saveDraft(text, to: bob, at: now, in: node.store, using: &node.chance)
      }
    }
    save("half a thou")
    world.crash(0)
    #expect(try world.nodes[0].engine.draft(to: bob, in: world.nodes[0].store) == "half a thou")
    save("")
    #expect(try world.nodes[0].engine.draft(to: bob, in: world.nodes[0].store) == nil)
  }

  // MARK: Typing

  private func linked() throws -> SimulatedWorld {
    var world = pair()
    world.send("hello", from: 0, to: 1)
    try world.settle()
    return world
  }

  @Test func typingIsToldAndEndsByItself() throws {
    var world = try linked()
    let done5 = world.type(true, from: 0, to: 1)
    #expect(done5)
    let done6 = world.type(true, from: 0, to: 1)
    #expect(!done6, "not at every key")
    world.run(for: .seconds(5))
    #expect(world.nodes[1].typing.map(\.1) == [true])
    world.run(for: .seconds(10))
    #expect(world.nodes[1].typing.map(\.1) == [true, false])
    #expect(world.nodes[1].told.allSatisfy { $0.kind != .contactChanged }, "it is not kept")
  }

  @Test func messageEndsTyping() throws {
    var world = try linked()
    world.type(true, from: 0, to: 1)
    world.run(for: .seconds(2))
    world.send("there", from: 0, to: 1)
    world.run(for: .seconds(2))
    #expect(world.nodes[1].typing.map(\.1) == [true, false])
  }

  @Test func typingCanBeTurnedOffOnEitherSide() throws {
    var world = try linked()
    world.set(ContactSwitches(typing: false), of: 1, at: 0)
    let done7 = world.type(true, from: 0, to: 1)
    #expect(!done7)
    world.transmit(.typing, TypingMessage(isTyping: true), from: 1, to: 0)
    world.run(for: .seconds(5))
    #expect(world.nodes[0].typing.isEmpty)
  }

  @Test func typingOfOthersIsDroppedAndFloodsAreBounded() throws {
    var world = try linked()
    for _ in 0..<15 {
      world.transmit(.typing, TypingMessage(isTyping: true), from: 0, to: 1)
      world.transmit(.typing, TypingMessage(isTyping: false), from: 0, to: 1)
    }
    world.run(for: .seconds(5))
    #expect(world.nodes[1].typing.count <= 10)
    #expect(world.nodes[1].engine.counters["chat.refused.typing-rate"] == 20)
    world.block(0, at: 1)
    world.transmit(.typing, TypingMessage(isTyping: true), from: 0, to: 1)
    world.run(for: .seconds(20))
    #expect(world.nodes[1].typing.last?.1 == false)
  }
}
