import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

/// The ML-KEM prekey: which handshake a session has, rotation, and peers that have or name none.
@Suite struct PostQuantumTests {
  private let start = Timestamp(milliseconds: 1_780_000_000_000)
  private let week = Duration.seconds(7 * 86_400)

  private func initiation(in wire: WireMessage) throws -> InitiateSessionMessage {
    try Payload.decode(InitiateSessionMessage.self, from: wire.payload)
  }

  @Test func bothSidesKnowOfThePostQuantumHandshake() throws {
    var (a, b) = Party.pair(seed: 1, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let wire = try a.send("x", at: start)
    let sent = try initiation(in: wire)
    #expect(sent.pqEncapsulatedKey?.bytes.count == 1088)
    #expect(sent.usedPQPreKeyId == b.preKeys.currentPQPreKey?.id)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
    #expect(try a.receive(b.send("y", at: start), from: b.identity.keys, at: start) == "y")
    #expect(a.sessions.current?.handshake == .postQuantum && b.sessions.current?.handshake == .postQuantum)
  }

  /// The ciphertext goes with each message until the first reply, over restarts too.
  @Test func theCiphertextRepeatsWithTheInitiation() throws {
    var (a, b) = Party.pair(seed: 2, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let first = try initiation(in: a.send("lost", at: start))
    let stored = a.sessions.encoded()
    a.sessions = try PeerSessions(decoding: stored)
    #expect(a.sessions.encoded() == stored)
    let wire = try a.send("x", at: start)
    #expect(try initiation(in: wire).pqEncapsulatedKey == first.pqEncapsulatedKey)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
    #expect(try PeerSessions(decoding: b.sessions.encoded()).current?.handshake == .postQuantum)
  }

  /// A bundle without the prekey, or whose prekey nobody has signed.
  @Test(arguments: [true, false]) func aPeerWithoutItGetsTheClassicalHandshake(_ isUnsigned: Bool) throws {
    var (a, b) = Party.pair(seed: 3, at: start)
    if !isUnsigned { b.preKeys.pqPreKeys = [] }
    var bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
    if isUnsigned { bundle.bundleSignature = nil }
    try a.initiate(toward: bundle, at: start)
    let wire = try a.send("x", at: start)
    let sent = try initiation(in: wire)
    #expect(sent.pqEncapsulatedKey == nil && sent.usedPQPreKeyId == nil)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
    #expect(a.sessions.current?.handshake == .classical && b.sessions.current?.handshake == .classical)
  }

  /// Builds that encapsulate and do not say to which prekey: the current one and the one before are tried.
  @Test(arguments: 0...2) func aPrekeyWithoutItsNumberIsFound(rotations: Int) throws {
    var (a, b) = Party.pair(seed: 4, at: start)
    try a.initiate(toward: b.preKeys.directoryBundle(of: b.identity, address: nil, at: start), at: start)
    let now = start + week * rotations
    var sent = try initiation(in: a.send("x", at: now))
    for number in 0..<rotations { _ = b.preKeys.maintain(at: start + week * (number + 1), using: &b.chance) }
    sent.usedPQPreKeyId = nil
    let wire = a.identity.sign(type: .initiateSession, payload: Payload.encode(sent), at: now)
    if rotations < 2 {
      #expect(try b.receive(wire, from: a.identity.keys, at: now) == "x")
      #expect(b.sessions.current?.handshake == .postQuantum)
    } else {
      #expect(throws: SessionError.undecryptable) { try b.receive(wire, from: a.identity.keys, at: now) }
    }
  }

  @Test func onePreviousPrekeyIsHonoured() throws {
    for rotations in 0...2 {
      var (a, b) = Party.pair(seed: 5, at: start)
      try a.initiate(toward: b.preKeys.directoryBundle(of: b.identity, address: nil, at: start), at: start)
      for number in 0..<rotations { _ = b.preKeys.maintain(at: start + week * (number + 1), using: &b.chance) }
      #expect(b.preKeys.pqPreKeys.count == min(2, 1 + rotations))
      let now = start + week * rotations
      let wire = try a.send("x", at: now)
      if rotations < 2 {
        #expect(try b.receive(wire, from: a.identity.keys, at: now) == "x")
      } else {
        #expect(throws: SessionError.unknownPQPreKey) { try b.receive(wire, from: a.identity.keys, at: now) }
        #expect(SessionError.unknownPQPreKey.callsForNewSession)
      }
    }
  }

  @Test func aPrekeyThatIsNoKeyIsRefused() throws {
    var (a, b) = Party.pair(seed: 6, at: start)
    let current = try #require(b.preKeys.currentPQPreKey)
    let nonsense = [UInt8](repeating: 0xff, count: 1184)
    b.preKeys.pqPreKeys = [PQPreKey(id: current.id, seed: current.seed, publicKey: nonsense)]
    let bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
    #expect(throws: SessionError.unusableKey) { try a.initiate(toward: bundle, at: start) }
  }

  // MARK: States of builds before

  /// The ring as the build before wrote it: version 1, and nothing behind the one-time prekeys.
  @Test func aRingWithoutThemGetsOneAtTheNextCare() throws {
    var (_, b) = Party.pair(seed: 7, at: start)
    b.preKeys.pqPreKeys = []
    var old = b.preKeys.encoded().exposed
    old[0] = 1
    old.removeLast(6)
    var ring = try PreKeyRing(decoding: SecretBytes(copying: old))
    #expect(ring.currentPQPreKey == nil)
    #expect(ring.directoryBundle(of: b.identity, address: nil, at: start).pqPreKeyPublic == nil)
    #expect(ring.maintain(at: start, using: &b.chance))
    #expect(ring.currentSignedPreKey.id == b.preKeys.currentSignedPreKey.id)
    #expect(ring.directoryBundle(of: b.identity, address: nil, at: start).pqPreKeyId == ring.currentPQPreKey?.id)
    #expect(ring.maintain(at: start, using: &b.chance) == false)
  }

  /// The sessions as the build before wrote them: version 1, without handshake and ciphertext.
  @Test func oldSessionsAreReadAsClassical() throws {
    var (a, b) = Party.pair(seed: 8, at: start)
    b.preKeys.pqPreKeys = []
    try a.initiate(toward: b.hello(at: start), at: start)
    var old = a.sessions.encoded().exposed
    old[0] = 1
    // Version, both IDs, no floor, no initiations, a current session, none archived; then its ID and role.
    let handshake = 1 + 64 + 1 + 2 + 1 + 2 + 16 + 1
    // Times, then the pending initiation: key, and both numbers.
    let pq = handshake + 1 + 8 + 1 + 1 + 1 + 32 + 4 + 1 + 4
    #expect(old[handshake] == 0 && old[pq] == 0)
    old.remove(at: pq)
    old.remove(at: handshake)
    a.sessions = try PeerSessions(decoding: SecretBytes(copying: old))
    #expect(a.sessions.current?.handshake == .classical)
    #expect(try b.receive(a.send("x", at: start), from: a.identity.keys, at: start) == "x")
  }
}
