import Chat
import Crypto
import E2EE
import Glibc
import SQLite
import TestWorld
import Testing
import Wire
import World

@testable import Store

@Suite struct E2EEStoreTests {
  let test: TestVault
  let now = ManualClock().now.timestamp

  init() throws { test = try TestVault() }

  @Test func identityComesBackWhole() throws {
    var chance = SeededRandom(seed: 1)
    var identity = LocalIdentity.generate(username: "Ada", using: &chance)
    do {
      let store = try test.created()
      #expect(try store.identity() == nil)
      try store.saveIdentity(identity)
      identity.username = "Ada L."
      try store.saveIdentity(identity)
      try store.commitTurn()
    }
    let read = try #require(try test.opened().identity())
    #expect(read.encoded() == identity.encoded())
    #expect(read.nodeID == identity.nodeID)
  }

  @Test func ringComesBackWhole() throws {
    var chance = SeededRandom(seed: 1)
    let ring = PreKeyRing.generate(at: now, using: &chance)
    do {
      let store = try test.created()
      #expect(try store.preKeyRing() == nil)
      try store.savePreKeyRing(ring)
      try store.savePreKeyRing(ring)
      try store.commitTurn()
    }
    #expect(try test.opened().preKeyRing()?.encoded() == ring.encoded())
  }

  @Test func sessionsComeBackWhole() throws {
    let pair = try SessionPair(at: now)
    do {
      let store = try test.created()
      #expect(try store.peerSessions(with: pair.bob.nodeID) == nil)
      try store.savePeerSessions(pair.sessions)
      try store.savePeerSessions(PeerSessions(own: pair.alice.nodeID, peer: Sample.peer(1)))
      try store.commitTurn()
    }
    let store = try test.opened()
    #expect(try store.peerSessions(with: pair.bob.nodeID)?.encoded() == pair.sessions.encoded())
    try store.removePeerSessions(with: pair.bob.nodeID)
    try store.removePeerSessions(with: pair.bob.nodeID)
    #expect(try store.peerSessions(with: pair.bob.nodeID) == nil)
    #expect(try store.peerSessions(with: Sample.peer(1)) != nil)
  }

  @Test func keysAreNowhereInClear() throws {
    let pair = try SessionPair(at: now)
    let store = try test.created()
    try store.saveIdentity(pair.alice)
    try store.savePreKeyRing(pair.ring)
    try store.savePeerSessions(pair.sessions)
    try store.commitTurn()
    var secrets = [
      pair.alice.signingKey.seed, pair.alice.dhKey.rawBytes, pair.ring.currentSignedPreKey.key.rawBytes,
    ]
    secrets += pair.ring.oneTimePreKeys.map(\.key.rawBytes)
    #expect(try store.faults() == [])
    for name in ["sophax.db", "sophax.db-wal"] {
      let bytes = try Files.read(test.path + "/" + name)
      for secret in secrets { #expect(!bytes.contains(secret.exposed)) }
      #expect(!bytes.contains(pair.bob.nodeID.bytes))
    }
  }

  /// Somebody swaps two peers' sessions, or puts the ring where the identity is.
  @Test func swappedStatesAreRefused() throws {
    let pair = try SessionPair(at: now)
    let store = try test.created()
    try store.saveIdentity(pair.alice)
    try store.savePreKeyRing(pair.ring)
    try store.savePeerSessions(pair.sessions)
    try store.savePeerSessions(PeerSessions(own: pair.alice.nodeID, peer: Sample.peer(1)))
    try store.database.run("UPDATE sessions SET state = (SELECT state FROM sessions ORDER BY rowid DESC LIMIT 1)")
    try store.database.run("UPDATE identity SET keys = (SELECT ring FROM prekeys)")
    #expect(throws: StoreError.sealBroken(table: "sessions", column: "state")) {
      try store.peerSessions(with: pair.bob.nodeID)
    }
    #expect(throws: StoreError.sealBroken(table: "identity", column: "keys")) { try store.identity() }
  }

  /// A receiver killed at any step of receiving: when the frame comes again the message is there once, it was
  /// acknowledged only after it was kept, and the one-time prekey goes with it.
  @Test(arguments: 0...4) func receiverKilledBetweenAnyTwoSteps(_ step: Int) async throws {
    let pair = try SessionPair(at: now)
    let frames = try pair.initiations(["one", "two"], at: now)
    do {
      let store = try test.created()
      try store.saveIdentity(pair.bob)
      try store.savePreKeyRing(pair.bobsRing)
      try store.commitTurn()
    }
    let acks = test.directory.file("acks")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = test.path as String, acks = acks as String, frame = frames[0] as [UInt8], step = step as Int] in
      let vault = try Vault.open(at: path)
      let master = try vault.masterKey(with: TestVault.passphrase("correct horse"))
      let store = try NodeStore(vault: vault, master: master, program: "test 1")
      try StoringReceiver(store: store, acks: acks, dyingAt: step).receive(frame)
      kill(getpid(), SIGKILL)
    }
    let store = try test.opened()
    let alice = pair.alice.nodeID
    let acked = access(acks, F_OK) == 0
    #expect(try store.countMessages(with: alice) == (step >= 3 ? 1 : 0))
    #expect(acked == (step >= 4))
    let restarted = StoringReceiver(store: store, acks: acks, dyingAt: .max)
    for frame in frames + frames { try restarted.receive(frame) }
    #expect(try store.messages(with: alice, before: nil, limit: 9).map(\.body).sorted() == ["one", "two"])
    #expect(try store.preKeyRing()?.oneTimePreKey(pair.oneTimeID, shownTo: alice) == nil)
  }

  /// A sender killed at any step of sending: after its restart every message arrives once, and no two different
  /// frames ever left under one message key.
  @Test(arguments: 0...6) func senderKilledBetweenAnyTwoSteps(_ step: Int) async throws {
    let pair = try SessionPair(at: now)
    do {
      let store = try test.created()
      try store.saveIdentity(pair.alice)
      try store.savePreKeyRing(pair.ring)
      try store.savePeerSessions(pair.sessions)
      try store.commitTurn()
    }
    let wire = test.directory.file("wire")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = test.path as String, wire = wire as String, peer = pair.bob.nodeID.hex as String, step = step as Int]
      in
      let vault = try Vault.open(at: path)
      let master = try vault.masterKey(with: TestVault.passphrase("correct horse"))
      let store = try NodeStore(vault: vault, master: master, program: "test 1")
      let peer = try #require(NodeID(hex: peer))
      try Sender(store: store, peer: peer, wire: wire, dyingAt: step).send("one")
      try Sender(store: store, peer: peer, wire: wire, dyingAt: step - 4).send("two")
      kill(getpid(), SIGKILL)
    }
    let store = try test.opened()
    let restarted = Sender(store: store, peer: pair.bob.nodeID, wire: wire, dyingAt: .max)
    for entry in try store.outbox(of: pair.bob.nodeID, after: 0, limit: 9) { try restarted.transmit(entry) }
    try restarted.send("three")

    var receiver = Receiver(pair)
    for frame in try Sender.frames(wire) { receiver.receive(frame, at: now) }
    let survived = ["one", "two"].prefix(step >= 6 ? 2 : step >= 2 ? 1 : 0)
    #expect(receiver.opened == survived + ["three"])
    #expect(receiver.refused == 0)
  }
}
