import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

@Suite struct ContactTests {
  @Test func anOwnIdentityIsNoContact() {
    var world = SimulatedWorld(["anna"], seed: 1)
    world.add(0, to: 0)
    #expect(world.lastError == .ownIdentity)
    world.block(0, at: 0)
    #expect(world.lastError == .ownIdentity)
  }

  /// Two nodes of the directory have a link before their owners know of each other.
  @Test func aContactThatHadALinkBeforeIsAcknowledged() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 9)
    world.link(0, 1)
    world.introduce(0, 1)
    // Ben's side is told of the link when it asks for one; anna's is not.
    let id = world.send("hello", from: 1, to: 0)
    world.run(for: .seconds(30))
    #expect(world.state(id, of: 1) == .delivered)
  }

  /// A link that names one and leads to another is a mistake or a trap.
  @Test func anAddressOfAnotherKeyIsRefused() throws {
    var world = SimulatedWorld(["anna", "ben", "cleo"], seed: 3)
    world.introduce(0, 1)
    world.introduce(0, 2)
    world.send("hello", from: 0, to: 1)
    world.send("hello", from: 0, to: 2)
    try world.settle()
    let foreign = PeerAddress(world.nodes[2].identity.onion)
    let stranger = NodeID(words: (1, 2, 3, 4))
    for peer in [world.id(1), stranger] {
      let before = world.nodes[0].store.state.contacts[peer]
      let added = world.call(0) { node, now throws(ChatError) in
        try node.engine.addContact(peer, address: foreign, at: now, in: node.store, using: &node.chance)
      }
      #expect(!added && world.lastError == .foreignAddress)
      #expect(world.nodes[0].store.state.contacts[peer] == before)
    }
  }

  /// One of two links is wrong, and the first may have been right.
  @Test func aSecondAddressIsRefusedBeforeTheKeysAreKnown() {
    var world = SimulatedWorld(["anna", "ben", "cleo"], seed: 4)
    for (node, isTaken) in [(1, true), (2, false), (1, true)] {
      let (peer, address) = (world.id(1), PeerAddress(world.nodes[node].identity.onion))
      let added = world.call(0) { node, now throws(ChatError) in
        try node.engine.addContact(peer, address: address, at: now, in: node.store, using: &node.chance)
      }
      #expect(added == isTaken)
    }
    let kept = world.nodes[0].store.state.contacts[world.id(1)]?.address
    #expect(kept == PeerAddress(world.nodes[1].identity.onion))
  }

  @Test func contactsAreBounded() {
    var settings = ChatSettings()
    settings.maximumContacts = 2
    var world = SimulatedWorld(["anna", "b", "c", "d"], seed: 2, settings: settings)
    world.add(1, to: 0)
    world.block(2, at: 0)
    world.add(3, to: 0)
    #expect(world.lastError == .tooManyContacts(limit: 2))
    world.add(1, to: 0)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.trust == .accepted)
  }

  @Test func addingUnderAnotherNameIsARenaming() {
    var world = SimulatedWorld(["anna", "b"], seed: 2)
    let peer = world.id(1)
    for name in ["bob", "bob", "rob"] {
      world.call(0) { node, now throws(ChatError) in
        try node.engine.addContact(peer, localName: name, at: now, in: node.store, using: &node.chance)
      }
    }
    #expect(world.told(0).map(\.kind) == [.contactAdded, .contactRenamed])
    #expect(world.nodes[0].store.state.contacts[peer]?.name == "rob")
  }

  @Test func sameNameAgainIsNoEvent() {
    var world = SimulatedWorld(["anna", "b"], seed: 2)
    world.add(1, to: 0)
    for name in ["bob", "bob", " bob ", nil, nil] { world.rename(1, to: name, at: 0) }
    #expect(world.lastError == nil)
    #expect(world.told(0).map(\.kind) == [.contactAdded, .contactRenamed, .contactRenamed])
  }

  /// Who follows a link need not know that it leads to somebody blocked.
  @Test func addingDoesNotLiftABlock() {
    var world = SimulatedWorld(["anna", "b"], seed: 2)
    world.add(1, to: 0)
    world.block(1, at: 0)
    world.add(1, to: 0)
    #expect(world.lastError == .contactBlocked)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.trust == .blocked)
    world.unblock(1, at: 0)
    world.add(1, to: 0)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.trust == .accepted)
  }

  @Test func aContactIsShownByTheNameTheUserGave() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 3)
    world.introduce(0, 1)
    world.link(0, 1)
    let ben = world.id(1)
    #expect(world.nodes[0].store.state.contacts[ben]?.name == "ben")
    world.rename(1, to: "Benjamin", at: 0)
    #expect(world.nodes[0].store.state.contacts[ben]?.name == "Benjamin")
    world.rename(1, to: nil, at: 0)
    #expect(world.nodes[0].store.state.contacts[ben]?.name == "ben")
    world.rename(1, to: String(repeating: "x", count: 65), at: 0)
    #expect(world.lastError == .nameTooLong(limit: 64))
  }

  @Test func aProvenLinkFillsInWhatIsKnownOfAContact() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 4)
    world.introduce(0, 1)
    let before = try #require(world.nodes[0].store.state.contacts[world.id(1)])
    #expect(before.keys == nil && before.address == nil && before.lastSeen == nil)
    world.link(0, 1)
    let after = try #require(world.nodes[0].store.state.contacts[world.id(1)])
    #expect(after.keys == world.nodes[1].keys)
    #expect(after.address == PeerAddress(world.nodes[1].identity.onion))
    #expect(after.lastSeen == world.clock.now.timestamp)
  }

  @Test func aKnownAddressIsDialledAndAnUnknownOneLookedUp() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 5)
    world.add(1, to: 0)
    world.setOnline(1, false)
    world.send("hello", from: 0, to: 1)
    #expect(world.connects == [.connect(to: world.id(1), at: nil)])
    world.setOnline(1, true)
    world.link(0, 1)
    world.setOnline(1, false)
    world.run(for: .seconds(60))
    let address = PeerAddress(world.nodes[1].identity.onion)
    #expect(world.connects.last == .connect(to: world.id(1), at: address))
  }

  @Test(arguments: [
    ("", ChatError.nameBlank), (" \t", .nameBlank), ("a\u{1B}[2J", .nameUnprintable), ("a\nb", .nameUnprintable),
    ("a\u{202E}b", .nameUnprintable), ("beef", .nameIsIdentifier), ("3F9A0C41D2B85E67", .nameIsIdentifier),
    ("self", .nameIsOwn), (" SELF ", .nameIsOwn), ("x.onion", .nameIsIdentifier),
    ("sophaxchat://add?id=1", .nameIsIdentifier),
    (String(repeating: "x", count: 65), .nameTooLong(limit: 64)),
  ])
  func aNameThatMeansSomethingElseIsRefused(name: String, error: ChatError) throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 6)
    world.add(1, to: 0)
    world.rename(1, to: name, at: 0)
    #expect(world.lastError == error)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.localName == nil)
  }

  @Test func noTwoContactsHaveOneName() throws {
    var world = SimulatedWorld(["anna", "b", "c"], seed: 7)
    world.add(1, to: 0)
    world.add(2, to: 0)
    world.rename(1, to: "  Ben ", at: 0)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.localName == "Ben")
    world.rename(2, to: "ben", at: 0)
    #expect(world.lastError == .nameTaken)
    world.rename(1, to: "ben", at: 0)
    #expect(world.nodes[0].store.state.contacts[world.id(1)]?.localName == "ben")
  }

  /// The newest sign of life counts: a proven link while it stood, a message, a receipt.
  @Test func lastSeenOnlyGrows() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 8)
    world.introduce(0, 1)
    let ben = world.id(1)
    var last: Timestamp?
    func expectNewer(_ what: Comment, since start: Timestamp) throws {
      let seen = try #require(world.nodes[0].store.state.contacts[ben]?.lastSeen, what)
      #expect(seen >= start && seen <= world.clock.now.timestamp, what)
      #expect(last.map { seen >= $0 } ?? true, what)
      last = seen
    }
    var start = world.clock.now.timestamp
    world.link(0, 1)
    try expectNewer("link", since: start)
    world.run(for: .seconds(100))
    start = world.clock.now.timestamp
    world.send("hello", from: 1, to: 0)
    try world.settle()
    try expectNewer("message", since: start)
    world.run(for: .seconds(100))
    start = world.clock.now.timestamp
    world.send("hi", from: 0, to: 1)
    try world.settle()
    try expectNewer("receipt", since: start)
    world.run(for: .seconds(100))
    start = world.clock.now.timestamp
    world.cut(0, 1)
    try expectNewer("the link stood until now", since: start)
    world.run(for: .seconds(100))
    world.crash(0)
    try expectNewer("a restart forgets nothing", since: start)
  }

  /// What a mailbox held was signed long before it is read, and says nothing about today.
  @Test func mailFromYesterdayIsASignOfYesterday() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 10)
    world.introduce(0, 1)
    world.send("hello", from: 1, to: 0)
    try world.settle()
    world.addHolders(3)
    world.setOnline(0, false)
    world.send("are you there?", from: 1, to: 0)
    world.run(for: .seconds(600))
    let written = world.clock.now.timestamp
    world.setOnline(1, false)
    world.run(for: .seconds(3600))
    world.setOnline(0, true)
    world.collect(0)
    #expect(world.received(0, from: 1).last == "are you there?")
    let seen = try #require(world.nodes[0].store.state.contacts[world.id(1)]?.lastSeen)
    #expect(seen <= written)
  }

  /// Before anybody is looked for.
  @Test func aNameThatNobodyCanHaveIsRefusedAtOnce() throws {
    var world = SimulatedWorld(["anna", "ben", "carl"], seed: 11)
    world.add(1, to: 0)
    world.rename(1, to: "Ben", at: 0)
    let (node, ben) = (world.nodes[0], world.id(1))
    func require(_ name: String?, _ mayBe: (ChatContact) -> Bool = { _ in false }) throws(ChatError) {
      try node.engine.requireName(name, unless: mayBe, in: node.store)
    }
    #expect(throws: ChatError.nameUnprintable) { try require("a\u{9b}b") }
    #expect(throws: ChatError.nameBlank) { try require(" ") }
    #expect(throws: ChatError.nameTaken) { try require("ben") }
    try require("ben") { $0.nodeID == ben }
    try require("Carl")
    try require(nil)
  }
}
