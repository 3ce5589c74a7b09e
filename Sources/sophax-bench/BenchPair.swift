import Chat
import Crypto
import E2EE
import Store
import TestWorld
import Wire
import World

/// Two nodes that are contacts, each an engine with its store, and what is under way between them.
struct BenchPair {
  struct Party {
    let identity: LocalIdentity
    let keys: IdentityKeys
    let store: NodeStore
    var engine: ChatEngine
    /// Frames that have come and were not read.
    var inbox: [WireMessage] = []
  }

  /// The sender, then the receiver.
  private var parties: [Party]
  private var chance = SeededRandom(seed: 1)
  private var clock = ManualClock()

  init(_ directory: TemporaryDirectory) throws {
    parties = [
      try Self.party("sender", directory, clock.now, using: &chance),
      try Self.party("receiver", directory, clock.now, using: &chance),
    ]
    try introduce(receiver.identity.nodeID, to: 0)
    try introduce(sender.identity.nodeID, to: 1)
  }

  var sender: Party { parties[0] }
  var receiver: Party { parties[1] }

  private static func party(
    _ name: String, _ directory: TemporaryDirectory, _ now: Moment, using chance: inout SeededRandom
  ) throws -> Party {
    let identity = LocalIdentity.generate(username: name, using: &chance)
    guard let keys = IdentityKeys(signingKey: identity.signingKey.publicKey, dhKey: identity.dhKey.publicKey) else {
      throw BenchFailure.unexpected("keys have 32 bytes")
    }
    let vault = try Vault.create(at: directory.file(name))
    let store = try NodeStore(vault: vault, master: MasterKey.random(), program: "sophax-bench")
    try store.savePreKeyRing(PreKeyRing.generate(at: now.timestamp, using: &chance))
    try store.commitTurn()
    return Party(identity: identity, keys: keys, store: store, engine: ChatEngine(identity: identity))
  }

  private mutating func introduce(_ peer: NodeID, to party: Int) throws {
    try call(party) { party, now, chance throws(ChatError) in
      try party.engine.addContact(peer, at: now, in: party.store, using: &chance)
    }
  }

  /// Gives both a link that is the other's.
  mutating func prove() throws {
    let now = clock.now
    for (party, other) in [(0, 1), (1, 0)] {
      guard var ring = try parties[other].store.preKeyRing() else { continue }
      let bundle = ring.bundle(
        for: .hello(parties[party].identity.nodeID, isContact: true), of: parties[other].identity,
        address: PeerAddress(parties[other].identity.onion), at: now.timestamp, using: &chance)
      try parties[other].store.savePreKeyRing(ring)
      try parties[other].store.commitTurn()
      let verified = try bundle.verified(at: now.timestamp, purpose: .hello)
      try call(party) { party, now, chance throws(ChatError) in
        try party.engine.linkProven(verified, at: now, in: party.store, using: &chance)
      }
    }
  }

  /// Has both write to each other once: from then on their session stands both ways.
  mutating func answer() throws {
    for (party, other) in [(0, 1), (1, 0)] {
      let peer = parties[other].identity.nodeID
      try call(party) { party, now, chance throws(ChatError) in
        try party.engine.send("hello", to: peer, at: now, in: party.store, using: &chance).directives
      }
      while try parties[party].store.countOutbox(of: nil) > 0 { try run() }
    }
  }

  /// Sends texts that share a commit, as those do that a script hands to the daemon.
  mutating func send(_ texts: [String]) throws {
    let peer = receiver.identity.nodeID
    try call(0) { party, now, chance throws(ChatError) in
      var directives: [ChatDirective] = []
      for text in texts {
        directives += try party.engine.send(text, to: peer, at: now, in: party.store, using: &chance).directives
      }
      return directives
    }
  }

  /// Brings over what is under way, and what is sent in answer to it; a turn of each side is one commit.
  mutating func run() throws {
    clock.advance(by: .milliseconds(10))
    for party in [1, 0] {
      let frames = parties[party].inbox
      parties[party].inbox = []
      try turn(party, frames)
    }
  }

  /// The frames of one turn: the effects wait for the commit.
  private mutating func turn(_ party: Int, _ frames: [WireMessage]) throws {
    let now = clock.now
    let keys = parties[1 - party].keys
    var directives: [ChatDirective] = []
    for frame in frames {
      directives += try Self.receive(frame, of: keys, by: &parties[party], at: now, using: &chance)
    }
    try carryOut(directives, of: party)
  }

  private static func receive(
    _ frame: WireMessage, of keys: IdentityKeys, by party: inout Party, at now: Moment,
    using chance: inout SeededRandom
  ) throws -> [ChatDirective] {
    var window = ReplayWindow()
    let message = UnverifiedMessage(frame)
    switch frame.type {
    case .initiateSession:
      return try party.engine.receivedInitiation(
        message.verifiedInitiation(at: now, window: &window), at: now, in: party.store, using: &chance)
    case .message:
      return try party.engine.receivedMessage(
        message.verified(by: keys, at: now, window: &window), at: now, in: party.store, using: &chance)
    case .ack:
      return try party.engine.receivedAck(
        message.verified(by: keys, at: now, window: &window), at: now, in: party.store, using: &chance)
    default: throw BenchFailure.unexpected("a text brings no \(frame.type)")
    }
  }

  private mutating func call(
    _ party: Int,
    _ body: (inout Party, Moment, inout SeededRandom) throws(ChatError) -> [ChatDirective]
  ) throws {
    try carryOut(body(&parties[party], clock.now, &chance), of: party)
  }

  private mutating func carryOut(
    _ directives: [ChatDirective], of party: Int
  ) throws {
    try parties[party].store.commitTurn()
    var rest = directives[...]
    while let directive = rest.popFirst() {
      guard case .transmit(let type, let payload, let peer, let message) = directive else { continue }
      let frame = parties[party].identity.sign(type: type, payload: payload, at: clock.now.timestamp)
      parties[1 - party].inbox.append(frame)
      guard let message else { continue }
      let now = clock.now
      rest += try parties[party].engine.transmitted(
        message, to: peer, at: now, in: parties[party].store, using: &chance)
    }
    try parties[party].store.commitTurn()
  }
}
