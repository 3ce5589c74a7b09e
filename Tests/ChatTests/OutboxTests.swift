import Chat
import Testing
import Wire
import World

@Suite struct OutboxTests {
  private func pair(_ settings: ChatSettings = ChatSettings()) -> SimulatedWorld {
    var world = SimulatedWorld(["anna", "ben", "cleo"], seed: 1, settings: settings)
    world.introduce(0, 1)
    world.introduce(0, 2)
    return world
  }

  @Test func theQueuesAreBounded() {
    var settings = ChatSettings()
    settings.maximumQueuedPerPeer = 5
    settings.maximumQueued = 8
    var world = pair(settings)
    world.setOnline(1, false)
    world.setOnline(2, false)
    for _ in 0..<5 { #expect(world.send("x", from: 0, to: 1) != nil) }
    #expect(world.send("x", from: 0, to: 1) == nil)
    #expect(world.lastError == .queueOfPeerFull(limit: 5))
    for _ in 0..<3 { #expect(world.send("x", from: 0, to: 2) != nil) }
    #expect(world.send("x", from: 0, to: 2) == nil)
    #expect(world.lastError == .queueFull(limit: 8))
  }

  @Test func textsHaveALength() {
    var world = pair()
    world.setOnline(1, false)
    for blank in ["", " ", "\n\t ", "\u{3000}", "\u{200B}\u{FEFF}", "\u{3164}"] {
      #expect(world.send(blank, from: 0, to: 1) == nil)
      #expect(world.lastError == .emptyText)
    }
    #expect(world.send("\u{200B}.", from: 0, to: 1) != nil)
    #expect(world.send(String(repeating: "é", count: 32_768), from: 0, to: 1) != nil)
    #expect(world.send(String(repeating: "é", count: 32_768) + "x", from: 0, to: 1) == nil)
    #expect(world.lastError == .textTooLong(count: 65_537, limit: 65_536))
  }

  @Test func theLongestTextArrives() throws {
    var world = pair()
    let text = String(repeating: "é", count: 32_768)
    world.send(text, from: 0, to: 1)
    try world.settle()
    #expect(world.received(1, from: 0) == [text])
  }

  @Test func aWaitingMessageCanBeTakenBack() throws {
    var world = pair()
    world.setOnline(1, false)
    let ids = ["a", "b", "c"].map { world.send($0, from: 0, to: 1) }
    world.cancel(ids[1], at: 0)
    world.setOnline(1, true)
    try world.settle()
    #expect(world.received(1, from: 0) == ["a", "c"])
    #expect(world.state(ids[1], of: 0) == .failed(.cancelled))
    world.cancel(ids[1], at: 0)
    #expect(world.lastError == .notCancellable(.failed(.cancelled)))
    world.cancel(ids[0], at: 0)
    #expect(world.lastError == .notCancellable(.delivered))
  }

  /// It was on its way: what the peer says in the end is the truth.
  @Test func aReceiptForACancelledMessageMakesItDelivered() throws {
    var world = pair()
    world.link(0, 1)
    let id = world.send("too late", from: 0, to: 1)
    world.cancel(id, at: 0)
    #expect(world.state(id, of: 0) == .failed(.cancelled))
    world.run(for: .seconds(5))
    #expect(world.received(1, from: 0) == ["too late"])
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func onlyTheReceiptOfThePeerCounts() throws {
    var world = pair()
    world.introduce(1, 2)
    world.faults.lostAcks = .max
    let sent = world.send("for ben", from: 0, to: 1)
    let id = try #require(sent)
    world.run(for: .seconds(30))
    world.link(0, 2)
    world.transmit(.ack, AckMessage(messageID: id.text, status: .delivered), from: 2, to: 0)
    world.run(for: .seconds(5))
    #expect(world.state(id, of: 0) == .sent)
    #expect(world.nodes[0].engine.counters["chat.ack.unexpected"] == 1)
    world.transmit(.ack, AckMessage(messageID: id.text, status: .delivered), from: 1, to: 0)
    world.run(for: .seconds(5))
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func aPeerCanRefuseAMessage() throws {
    var world = pair()
    world.faults.lostAcks = .max
    let sent = world.send("for ben", from: 0, to: 1)
    let id = try #require(sent)
    world.run(for: .seconds(10))
    world.transmit(.ack, AckMessage(messageID: id.text, status: .failed), from: 1, to: 0)
    world.run(for: .seconds(5))
    #expect(world.state(id, of: 0) == .failed(.refusedByPeer))
    #expect(try world.nodes[0].store.countOutbox(of: nil) == 0)
  }

  @Test func silenceOnALinkIsAnsweredWithFewerAndFewerRepetitions() throws {
    var world = pair()
    world.faults.lostAcks = .max
    let id = world.send("hello?", from: 0, to: 1)
    world.run(for: .seconds(24 * 3600))
    let sent = world.framesFrom(0).count
    #expect((20...80).contains(sent), "\(sent) frames in a day")
    // One under the first session, one under that which needs no one-time prekey.
    #expect(world.ciphertexts(of: id).count == 2)
  }

  @Test func aRestartTakesUpWhatWaits() throws {
    var world = pair()
    world.setOnline(1, false)
    world.setOnline(2, false)
    for peer in 1...2 { for index in 0..<3 { world.send("\(index)", from: 0, to: peer) } }
    world.crash(0)
    world.setOnline(1, true)
    world.setOnline(2, true)
    try world.settle(within: .seconds(1200))
    for peer in 1...2 { #expect(world.received(peer, from: 0) == ["0", "1", "2"]) }
  }

  @Test func aRemovedContactTakesEverythingWithIt() throws {
    var world = pair()
    world.send("hello", from: 0, to: 1)
    try world.settle()
    world.setOnline(1, false)
    world.send("waits", from: 0, to: 1)
    let peer = world.id(1)
    world.call(0) { node, now throws(ChatError) in
      try node.engine.removeContact(peer, at: now, in: node.store, using: &node.chance)
    }
    let state = world.nodes[0].store.state
    #expect(state.messages.isEmpty && state.outbox.isEmpty && state.steps.isEmpty)
    #expect(state.contacts[peer] == nil && state.sessions[peer] == nil)
    #expect(world.nodes[0].engine.nextDeadline == nil)
    #expect(world.send("x", from: 0, to: 1) == nil)
    #expect(world.lastError == .unknownContact)
  }
}
