import Chat
import TestWorld
import Testing
import Wire
import World

@Suite struct RequestTests {
  @Test func aStrangerWaitsAndIsToldNothing() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.add(1, to: 0)
    let first = world.send("may I?", from: 0, to: 1)
    let second = world.send("please", from: 0, to: 1)
    world.run(for: .seconds(600))
    #expect(world.framesFrom(1).isEmpty)
    #expect(world.state(first, of: 0) == .sent)
    #expect(throws: ChatError.contactRequested) { try world.page(1, with: 0) }
    #expect(try world.nodes[1].engine.contacts(in: world.nodes[1].store).isEmpty)
    let requests = try world.nodes[1].engine.requests(in: world.nodes[1].store)
    #expect(requests.map(\.contact.nodeID) == [world.id(0)])
    #expect(requests.first?.contact.username == "anna")
    #expect(requests.first?.messages.map(\.body) == ["may I?", "please"])
    #expect(world.told(1).map(\.kind) == [.contactRequested])

    world.accept(0, at: 1)
    try world.settle()
    #expect(world.state(first, of: 0) == .delivered)
    #expect(world.state(second, of: 0) == .delivered)
    #expect(world.received(1, from: 0) == ["may I?", "please"])
    #expect(
      world.told(1).map(\.kind) == [.contactRequested, .contactAdded, .messageReceived, .messageReceived])
    world.send("yes", from: 1, to: 0)
    try world.settle()
    #expect(world.received(0, from: 1) == ["yes"])
  }

  @Test func acceptingWithoutALinkAnswersOnTheNext() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 2)
    world.add(1, to: 0)
    let id = world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.setOnline(0, false)
    world.accept(0, at: 1)
    world.run(for: .seconds(60))
    world.setOnline(0, true)
    world.crash(0)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.received(1, from: 0) == ["may I?"])
  }

  @Test func writingToARequestAsksToAcceptItFirst() {
    var world = SimulatedWorld(["anna", "ben"], seed: 3)
    world.add(1, to: 0)
    world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(world.send("who are you?", from: 1, to: 0) == nil)
    #expect(world.lastError == .contactRequested)
  }

  @Test func aRequestHoldsTwentyMessages() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 4)
    world.add(1, to: 0)
    for index in 0..<30 { world.send("\(index)", from: 0, to: 1) }
    // Longer than the bundle in an initiation is believed: what is sent again has to carry a fresh one.
    world.run(for: .seconds(3 * 86_400))
    #expect(try world.nodes[1].engine.requests(in: world.nodes[1].store).first?.messages.count == 20)
    #expect(world.nodes[1].engine.counters["chat.refused.request-full"] > 0)
    world.accept(0, at: 1)
    try world.settle()
    #expect(world.received(1, from: 0) == (0..<30).map { "\($0)" })
  }

  @Test func moreStrangersThanFitAreDropped() throws {
    var settings = ChatSettings()
    settings.maximumRequests = 2
    var world = SimulatedWorld(["ben", "a", "b", "c"], seed: 5, settings: settings)
    for stranger in 1...3 {
      world.add(0, to: stranger)
      world.send("hello", from: stranger, to: 0)
      world.run(for: .seconds(30))
    }
    #expect(try world.nodes[0].engine.requests(in: world.nodes[0].store).count == 2)
    #expect(world.nodes[0].engine.counters["chat.refused.too-many-requests"] > 0)
    #expect(world.nodes[0].store.state.sessions[world.id(3)] == nil)
    world.accept(1, at: 0)
    world.accept(2, at: 0)
    world.run(for: .seconds(3600))
    #expect(try world.nodes[0].engine.requests(in: world.nodes[0].store).map(\.contact.nodeID) == [world.id(3)])
  }

  @Test func aBlockedPeerIsDroppedInSilence() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 6)
    world.introduce(0, 1)
    world.send("hello", from: 0, to: 1)
    try world.settle()
    world.setOnline(0, false)
    let waiting = world.send("waits", from: 1, to: 0)
    world.block(0, at: 1)
    world.setOnline(0, true)
    let frames = world.framesFrom(1).count
    let id = world.send("still there?", from: 0, to: 1)
    world.run(for: .seconds(3600))
    #expect(world.framesFrom(1).count == frames)
    #expect(world.state(waiting, of: 1) == .failed(.blocked))
    #expect(world.state(id, of: 0) == .sent)
    #expect(world.nodes[1].engine.counters["chat.refused.blocked"] > 0)
    #expect(world.received(1, from: 0) == ["hello"])
    #expect(world.send("no", from: 1, to: 0) == nil)
    #expect(world.lastError == .contactBlocked)

    world.block(0, at: 1)
    #expect(world.lastError == .alreadyBlocked)
    world.accept(0, at: 1)
    #expect(world.lastError == .contactBlocked)
    world.unblock(0, at: 1)
    try world.settle()
    #expect(world.received(1, from: 0) == ["hello", "still there?"])
    world.unblock(0, at: 1)
    #expect(world.lastError == .notBlocked)
    world.accept(0, at: 1)
    #expect(world.lastError == .alreadyAccepted)
  }

  /// A stranger that is blocked and let in again is the stranger that it was, and what it wrote is there again.
  @Test func unblockedStrangerIsAStranger() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 7)
    world.add(1, to: 0)
    let first = world.send("buy!", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.block(0, at: 1)
    #expect(try world.nodes[1].engine.requests(in: world.nodes[1].store).isEmpty)
    #expect(throws: ChatError.contactBlocked) { try world.page(1, with: 0) }
    let second = world.send("buy now!", from: 0, to: 1)
    world.run(for: .seconds(600))
    world.crash(1)
    #expect(world.read(1, with: 0) == 0)
    #expect(world.lastError == .contactBlocked)

    world.unblock(0, at: 1)
    #expect(world.nodes[1].store.state.contacts[world.id(0)]?.trust == .requested)
    #expect(try world.nodes[1].engine.contacts(in: world.nodes[1].store).isEmpty)
    #expect(throws: ChatError.contactRequested) { try world.page(1, with: 0) }
    world.run(for: .seconds(7200))
    let requests = try world.nodes[1].engine.requests(in: world.nodes[1].store)
    #expect(requests.first?.messages.map(\.body) == ["buy!", "buy now!"])
    #expect([first, second].allSatisfy { world.state($0, of: 0) == .sent })
    #expect(world.told(1).map(\.kind) == [.contactRequested, .contactBlocked, .contactRequested])

    world.accept(0, at: 1)
    try world.settle()
    #expect(world.received(1, from: 0) == ["buy!", "buy now!"])
    #expect([first, second].allSatisfy { world.state($0, of: 0) == .delivered })
  }

  @Test func unblockedContactIsAContact() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 9)
    world.introduce(0, 1)
    world.rename(0, to: "Annie", at: 1)
    world.block(0, at: 1)
    world.unblock(0, at: 1)
    let contact = world.nodes[1].store.state.contacts[world.id(0)]
    #expect(contact?.trust == .accepted && contact?.former == nil && contact?.localName == "Annie")
    let id = world.send("again", from: 0, to: 1)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func unblockedNobodyIsNobody() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 10)
    world.block(0, at: 1)
    world.unblock(0, at: 1)
    #expect(world.nodes[1].store.state.contacts.isEmpty)
    world.add(1, to: 0)
    world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(try world.nodes[1].engine.requests(in: world.nodes[1].store).count == 1)
  }

  /// A version that kept no mark made a contact of everybody that it let in.
  @Test func blockedWithoutAMarkBecomesAContact() {
    var world = SimulatedWorld(["anna", "ben"], seed: 11)
    let old = ChatContact(nodeID: world.id(0), trust: .blocked, addedAt: world.clock.now.timestamp)
    world.tamper(1) { (store) throws(InMemoryChatStore.Failure) in try store.saveChatContact(old) }
    world.unblock(0, at: 1)
    #expect(world.nodes[1].store.state.contacts[world.id(0)]?.trust == .accepted)
  }

  /// To add a stranger that was let in again is to accept what it had written.
  @Test func addingAnUnblockedStrangerAcceptsItsRequest() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 12)
    world.add(1, to: 0)
    let id = world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.block(0, at: 1)
    world.add(0, to: 1)
    #expect(world.lastError == .contactBlocked)
    world.unblock(0, at: 1)
    world.add(0, to: 1)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.received(1, from: 0) == ["may I?"])
    #expect(world.nodes[1].store.state.contacts[world.id(0)]?.former == nil)
  }

  @Test func addingWhoAskedAcceptsTheRequest() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 8)
    world.add(1, to: 0)
    let id = world.send("may I?", from: 0, to: 1)
    world.run(for: .seconds(60))
    world.add(0, to: 1)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.received(1, from: 0) == ["may I?"])
  }
}
