import Chat
import E2EE
import Testing
import Wire
import World

/// What a sender knows of its session, against how the receiver came to have forgotten it: its next message arrives, as
/// a request where it was removed.
@Suite struct SilenceTests {
  /// How the session of the sender stands when it is forgotten.
  enum Session: CaseIterable {
    /// The peer took a message and never wrote one.
    case initiated
    /// Both have written.
    case established
    /// Begun anew in silence, and delivered since: the once an hour of healing is used up.
    case begunAnew
    /// Far along a chain that the peer never answered.
    case longUnanswered
    /// Of an old copy of the sender's store.
    case restored
    /// Waiting in a request that nobody has accepted.
    case requested
  }

  /// How the receiver came to know nothing of it.
  enum Loss: CaseIterable {
    case removal, secondRemoval, blockAndRemoval, requestBlockedAndRemoved, restoredCopy
  }

  private let sender = 0
  private let receiver = 1

  private func world(_ session: Session) throws -> SimulatedWorld {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.add(receiver, to: sender)
    if session != .requested { world.add(sender, to: receiver) }
    for _ in 0..<(session == .longUnanswered ? 1_100 : 2) { world.send("before", from: sender, to: receiver) }
    guard session != .requested else {
      world.run(for: .seconds(30))
      return world
    }
    try world.settle()
    let backup = world.nodes[sender].store.state
    switch session {
    case .initiated, .longUnanswered, .requested: break
    case .established: try talk(&world)
    case .begunAnew:
      try talk(&world)
      world.block(sender, at: receiver)
      world.send("dropped", from: sender, to: receiver)
      world.run(for: .seconds(300))
      world.unblock(sender, at: receiver)
      world.send("let in", from: sender, to: receiver)
      try world.settle()
    case .restored:
      try talk(&world)
      world.tamper(sender) { $0.restore(backup) }
      world.crash(sender)
      world.link(sender, receiver)
    }
    return world
  }

  private func talk(_ world: inout SimulatedWorld) throws {
    for (a, b) in [(receiver, sender), (sender, receiver), (receiver, sender)] {
      world.send("talk", from: a, to: b)
      try world.settle()
    }
  }

  private func lose(_ loss: Loss, _ world: inout SimulatedWorld, _ before: InMemoryChatStore.State) {
    switch loss {
    case .removal: world.remove(sender, at: receiver)
    case .secondRemoval:
      world.remove(sender, at: receiver)
      world.send("between", from: sender, to: receiver)
      world.run(for: .seconds(120))
      world.remove(sender, at: receiver)
    case .blockAndRemoval:
      world.block(sender, at: receiver)
      world.send("dropped", from: sender, to: receiver)
      world.run(for: .seconds(120))
      world.remove(sender, at: receiver)
    case .requestBlockedAndRemoved:
      world.remove(sender, at: receiver)
      world.send("between", from: sender, to: receiver)
      world.run(for: .seconds(120))
      world.block(sender, at: receiver)
      world.run(for: .seconds(120))
      world.remove(sender, at: receiver)
    case .restoredCopy:
      world.tamper(receiver) { $0.restore(before) }
      world.crash(receiver)
      world.link(sender, receiver)
    }
  }

  @Test(arguments: Session.allCases, Loss.allCases)
  func theNextMessageArrivesAsARequest(session: Session, loss: Loss) throws {
    let fresh = SimulatedWorld(["anna", "ben"], seed: 1).nodes[receiver].store.state
    var world = try world(session)
    lose(loss, &world, fresh)
    world.link(sender, receiver)
    let sent = world.send("still there?", from: sender, to: receiver)
    // A minute of silence with its jitter, and the way there.
    world.run(for: .seconds(80))
    let requests = try world.nodes[receiver].engine.requests(in: world.nodes[receiver].store)
    #expect(requests.map(\.contact.nodeID) == [world.id(sender)])
    #expect(requests.first?.messages.map(\.body).contains("still there?") == true)

    world.accept(sender, at: receiver)
    try world.settle()
    #expect(world.state(sent, of: sender) == .delivered)
    for (a, b) in [(receiver, sender), (sender, receiver)] {
      world.send("after", from: a, to: b)
      try world.settle()
      #expect(world.received(b, from: a).last == "after")
    }
  }

  /// The same without a removal: a contact's messages arrive, whatever was lost.
  @Test(arguments: Session.allCases.filter { $0 != .requested })
  func theNextMessageOfAContactArrives(session: Session) throws {
    var world = try world(session)
    let peer = world.id(sender)
    world.tamper(receiver) { (store) throws(InMemoryChatStore.Failure) in try store.removePeerSessions(with: peer) }
    let sent = world.send("still there?", from: sender, to: receiver)
    world.run(for: .seconds(80))
    #expect(world.state(sent, of: sender) == .delivered)
  }

  /// A removed sender's chatter costs the receiver no one-time prekeys.
  @Test func silenceUsesNoOneTimePreKeys() throws {
    var world = try world(.established)
    world.remove(sender, at: receiver)
    let before = world.nodes[receiver].store.state.ring?.oneTimePreKeys.count
    world.send("still there?", from: sender, to: receiver)
    world.run(for: .seconds(4 * 3600))
    #expect(world.nodes[receiver].store.state.ring?.oneTimePreKeys.count == before)
  }
}
