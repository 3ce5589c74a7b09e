import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct PeerSessionsTests {
  private let start = Timestamp(milliseconds: 1_780_000_000_000)

  private func later(_ seconds: Int) -> Timestamp { start + .seconds(seconds) }

  // MARK: Beginning

  @Test func aConversationBeginsAndTurns() throws {
    var (a, b) = Party.pair(seed: 1, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    for round in 0..<5 {
      let there = try a.send("there \(round)", at: start)
      #expect(there.type == (round == 0 ? .initiateSession : .message))
      #expect(try b.receive(there, from: a.identity.keys, at: start) == "there \(round)")
      let back = try b.send("back \(round)", at: start)
      #expect(back.type == .message)
      #expect(try a.receive(back, from: b.identity.keys, at: start) == "back \(round)")
    }
    #expect(a.sessions.current?.id == b.sessions.current?.id)
  }

  @Test func theInitiationRepeatsUntilTheFirstReply() throws {
    var (a, b) = Party.pair(seed: 2, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let messages = try (0..<4).map { try a.send("\($0)", at: later($0)) }
    #expect(messages.allSatisfy { $0.type == .initiateSession })
    let keys = b.preKeys.oneTimePreKeys.count
    // The third comes first, the first never.
    #expect(try b.receive(messages[2], from: a.identity.keys, at: later(5)) == "2")
    #expect(b.preKeys.oneTimePreKeys.count == keys - 1)
    #expect(try b.receive(messages[1], from: a.identity.keys, at: later(5)) == "1")
    #expect(try b.receive(messages[3], from: a.identity.keys, at: later(5)) == "3")
    let reply = try b.send("reply", at: later(6))
    #expect(try a.receive(reply, from: b.identity.keys, at: later(6)) == "reply")
    #expect(try a.send("after", at: later(7)).type == .message)
    #expect(try b.receive(messages[0], from: a.identity.keys, at: later(8)) == "0")
  }

  @Test func initiationsCarryTheirMessageID() throws {
    var (a, b) = Party.pair(seed: 3, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let wire = try a.send("id", at: start)
    #expect(try Payload.decode(InitiateSessionMessage.self, from: wire.payload).messageID == "id")
  }

  @Test func withoutASessionNothingIsSentOrOpened() throws {
    var (a, b) = Party.pair(seed: 4, at: start)
    #expect(throws: SessionError.noSession) { try a.send("x", at: start) }
    try b.initiate(toward: a.hello(at: start), at: start)
    let wire = try b.send("x", at: start)
    let initiation = try Payload.decode(InitiateSessionMessage.self, from: wire.payload)
    #expect(throws: SessionError.noSession) {
      try a.sessions.decrypt(initiation.initialMessage, sentAt: start, at: start, using: &a.chance)
    }
    #expect(SessionError.noSession.callsForNewSession)
  }

  @Test func worksWithoutAOneTimePreKey() throws {
    var (a, b) = Party.pair(seed: 5, at: start)
    let bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
    try a.initiate(toward: bundle, at: start)
    #expect(try b.receive(a.send("x", at: start), from: a.identity.keys, at: start) == "x")
  }

  @Test func refusesBundlesOfOthers() throws {
    var (a, b) = Party.pair(seed: 6, at: start)
    var (c, _) = Party.pair(seed: 7, at: start)
    #expect(throws: SessionError.wrongPeer) { try a.initiate(toward: c.hello(at: start), at: start) }
    c.sessions = PeerSessions(own: c.identity.nodeID, peer: b.identity.nodeID)
    try c.initiate(toward: b.hello(at: start), at: start)
    let wire = try c.send("x", at: start)
    #expect(throws: SessionError.wrongPeer) { try b.receive(wire, from: c.identity.keys, at: start) }
  }

  // MARK: Prekeys

  @Test func theOneTimePreKeyGoesOnlyWhenTheMessageHasOpened() throws {
    var (a, b) = Party.pair(seed: 8, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let wire = try a.send("x", at: start)
    var payload = try Payload.decode(InitiateSessionMessage.self, from: wire.payload)
    let before = (b.preKeys.encoded(), b.sessions.encoded())
    payload.initialMessage.ciphertext.bytes[20] ^= 1
    let forged = a.identity.sign(type: .initiateSession, payload: Payload.encode(payload), at: start)
    #expect(throws: SessionError.undecryptable) { try b.receive(forged, from: a.identity.keys, at: start) }
    #expect(b.preKeys.encoded() == before.0)
    #expect(b.sessions.encoded() == before.1)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
    #expect(b.preKeys.encoded() != before.0)
  }

  /// Every field of an initiation, changed by a sender who signs it.
  @Test func refusesEveryChangedFieldWithoutATrace() throws {
    var (a, b) = Party.pair(seed: 9, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    let original = try Payload.decode(InitiateSessionMessage.self, from: a.send("x", at: start).payload)
    let changes: [(SessionError, (inout InitiateSessionMessage) -> Void)] = [
      (.unusableKey, { $0.ephemeralPublicKey = Base64Data([UInt8](repeating: 0, count: 32)) }),
      (.unusableKey, { $0.ephemeralPublicKey.bytes.removeLast() }),
      (.undecryptable, { $0.ephemeralPublicKey.bytes[0] ^= 1 }),
      (.unknownSignedPreKey, { $0.usedSignedPreKeyId &+= 1 }),
      (.unknownOneTimePreKey, { $0.usedOneTimePreKeyId = ($0.usedOneTimePreKeyId ?? 0) &+ 1 }),
      (.undecryptable, { $0.usedOneTimePreKeyId = nil }),
      (.unknownPQPreKey, { $0.usedPQPreKeyId = ($0.usedPQPreKeyId ?? 0) &+ 1 }),
      (.undecryptable, { $0.pqEncapsulatedKey?.bytes[0] ^= 1 }),
      (.undecryptable, { $0.pqEncapsulatedKey = nil }),
      (.unusableKey, { $0.pqEncapsulatedKey?.bytes.removeLast() }),
      (.undecryptable, { $0.initialMessage.encryptedHeader.bytes[0] ^= 1 }),
      (.undecryptable, { $0.initialMessage.encryptedHeader = Base64Data([]) }),
      (.undecryptable, { $0.initialMessage.ciphertext.bytes[12] ^= 1 }),
    ]
    let before = (b.preKeys.encoded(), b.sessions.encoded())
    for (expected, change) in changes {
      var payload = original
      change(&payload)
      let wire = a.identity.sign(type: .initiateSession, payload: Payload.encode(payload), at: start)
      #expect(throws: expected) { try b.receive(wire, from: a.identity.keys, at: start) }
      #expect(b.preKeys.encoded() == before.0)
      #expect(b.sessions.encoded() == before.1)
    }
    let wire = a.identity.sign(type: .initiateSession, payload: Payload.encode(original), at: start)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
  }

  @Test func anOldSignedPreKeyIsHonouredForTwoRotations() throws {
    for rotations in 0...3 {
      var (a, b) = Party.pair(seed: 10, at: start)
      // ML-KEM prekeys are kept for one rotation only: PostQuantumTests.
      b.preKeys.pqPreKeys = []
      let bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
      try a.initiate(toward: bundle, at: start)
      for week in 0..<rotations {
        _ = b.preKeys.maintain(at: later((week + 1) * 7 * 86_400), using: &b.chance)
      }
      let now = later(rotations * 7 * 86_400)
      let wire = try a.send("x", at: now)
      if rotations < 3 {
        #expect(try b.receive(wire, from: a.identity.keys, at: now) == "x")
      } else {
        #expect(throws: SessionError.unknownSignedPreKey) { try b.receive(wire, from: a.identity.keys, at: now) }
      }
    }
  }

  // MARK: Replays

  @Test func aReplayedInitiationMakesNoSecondSession() throws {
    var (a, b) = Party.pair(seed: 11, at: start)
    try a.initiate(toward: b.preKeys.directoryBundle(of: b.identity, address: nil, at: start), at: start)
    let wire = try a.send("x", at: start)
    #expect(try b.receive(wire, from: a.identity.keys, at: start) == "x")
    #expect(throws: SessionError.duplicate) { try b.receive(wire, from: a.identity.keys, at: later(1)) }
    // The session has been replaced so often that it is forgotten; its initiation is not.
    for number in 1...5 {
      try a.initiate(
        toward: b.preKeys.directoryBundle(of: b.identity, address: nil, at: later(number)), at: later(number))
      _ = try b.receive(a.send("\(number)", at: later(number)), from: a.identity.keys, at: later(number))
    }
    let before = b.sessions.encoded()
    #expect(throws: SessionError.replayedInitiation) { try b.receive(wire, from: a.identity.keys, at: later(9)) }
    #expect(b.sessions.encoded() == before)
  }

  @Test func forgottenInitiationsAreRefusedByTheirTime() {
    var seen = SeenInitiations()
    for number in 0..<(E2EESettings.seenInitiations + 3) {
      seen.insert(SessionID(ephemeralKey: [UInt8(number)]), signedAt: later(number))
    }
    #expect(seen.entries.count == E2EESettings.seenInitiations)
    #expect(seen.holds(SessionID(ephemeralKey: [0]), signedAt: start))
    #expect(seen.holds(SessionID(ephemeralKey: [200]), signedAt: later(2)))
    #expect(!seen.holds(SessionID(ephemeralKey: [200]), signedAt: later(3)))
  }

  @Test func anOwnInitiationThatComesBackIsNoMessage() throws {
    var (a, b) = Party.pair(seed: 12, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    var payload = try Payload.decode(InitiateSessionMessage.self, from: a.send("x", at: start).payload)
    payload.senderBundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
    let reflected = b.identity.sign(type: .initiateSession, payload: Payload.encode(payload), at: start)
    #expect(throws: SessionError.replayedInitiation) { try a.receive(reflected, from: b.identity.keys, at: start) }
  }

  // MARK: Crossing

  @Test func ofTwoInitiationsThatCrossTheLowerNodeIDWins() throws {
    var (a, b) = Party.pair(seed: 13, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    try b.initiate(toward: a.hello(at: start), at: start)
    let fromA = try (0..<3).map { try a.send("a\($0)", at: start) }
    let fromB = try (0..<3).map { try b.send("b\($0)", at: start) }
    for index in [1, 0, 2] {
      #expect(try a.receive(fromB[index], from: b.identity.keys, at: later(1)) == "b\(index)")
      #expect(try b.receive(fromA[index], from: a.identity.keys, at: later(1)) == "a\(index)")
    }
    #expect(a.sessions.current?.role == .initiator)
    #expect(b.sessions.current?.role == .responder)
    #expect(a.sessions.current?.id == b.sessions.current?.id)
    let reply = try b.send("reply", at: later(2))
    #expect(reply.type == .message)
    #expect(try a.receive(reply, from: b.identity.keys, at: later(2)) == "reply")
    #expect(a.sessions.current?.id == b.sessions.current?.id)
  }

  @Test func aLoserThatArrivesLateStillOpensAndChangesNothing() throws {
    var (a, b) = Party.pair(seed: 14, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    try b.initiate(toward: a.hello(at: start), at: start)
    let late = try b.send("late", at: start)
    _ = try b.receive(a.send("a", at: later(1)), from: a.identity.keys, at: later(1))
    _ = try a.receive(b.send("b", at: later(2)), from: b.identity.keys, at: later(2))
    let current = a.sessions.current?.id
    #expect(try a.receive(late, from: b.identity.keys, at: later(100)) == "late")
    #expect(a.sessions.current?.id == current)
  }

  /// The lower node's initiation cannot be opened: its peer has lost the prekeys.
  @Test func anInitiationThatCannotBeOpenedYieldsAfterAWhile() throws {
    var (a, b) = Party.pair(seed: 15, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    b.preKeys = PreKeyRing.generate(at: start, using: &b.chance)
    let lost = try a.send("lost", at: start)
    #expect(throws: SessionError.unknownSignedPreKey) { try b.receive(lost, from: a.identity.keys, at: start) }
    try b.initiate(toward: a.hello(at: start), at: later(1))
    #expect(try a.receive(b.send("b", at: later(1)), from: b.identity.keys, at: later(1)) == "b")
    // It might be a crossing yet.
    #expect(try a.send("again", at: later(2)).type == .initiateSession)
    let yielded = try a.send("yielded", at: later(601))
    #expect(yielded.type == .message)
    #expect(try b.receive(yielded, from: a.identity.keys, at: later(601)) == "yielded")
    #expect(a.sessions.current?.id == b.sessions.current?.id)
  }

  // MARK: Replacing

  @Test func aNewerInitiationReplacesADeadSession() throws {
    var (a, b) = Party.pair(seed: 16, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    _ = try b.receive(a.send("x", at: start), from: a.identity.keys, at: start)
    _ = try a.receive(b.send("y", at: start), from: b.identity.keys, at: start)
    let underWay = try a.send("under way", at: later(1))
    // The higher node has lost its sessions; what it cannot open makes it begin anew.
    b.sessions = PeerSessions(own: b.identity.nodeID, peer: a.identity.nodeID)
    #expect(throws: SessionError.noSession) { try b.receive(underWay, from: a.identity.keys, at: later(2)) }
    try b.initiate(toward: a.hello(at: later(2)), at: later(2))
    #expect(try a.receive(b.send("anew", at: later(2)), from: b.identity.keys, at: later(2)) == "anew")
    #expect(a.sessions.archived.count == 1)
    #expect(try b.receive(a.send("good", at: later(3)), from: a.identity.keys, at: later(3)) == "good")
    #expect(a.sessions.current?.id == b.sessions.current?.id)
  }

  @Test func anOldInitiationDoesNotReplaceALivingSession() throws {
    var (a, b) = Party.pair(seed: 17, at: start)
    let bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: start)
    try a.initiate(toward: bundle, at: start)
    let held = try a.send("held", at: start)
    try a.initiate(toward: bundle, at: later(1))
    _ = try b.receive(a.send("x", at: later(1)), from: a.identity.keys, at: later(1))
    let current = b.sessions.current?.id
    #expect(try b.receive(held, from: a.identity.keys, at: later(50)) == "held")
    #expect(b.sessions.current?.id == current)
    #expect(b.sessions.archived.count == 1)
  }

  @Test func replacedSessionsAreFewAndExpire() throws {
    var (a, b) = Party.pair(seed: 18, at: start)
    for number in 0..<6 {
      let bundle = b.preKeys.directoryBundle(of: b.identity, address: nil, at: later(number))
      try a.initiate(toward: bundle, at: later(number))
    }
    #expect(a.sessions.archived.count == E2EESettings.archivedSessions)
    a.sessions.expire(at: later(7 * 86_400 + 10))
    #expect(a.sessions.archived.isEmpty)
    #expect(a.sessions.current != nil)
  }

  @Test func tooManyLostMessagesCallForANewSession() throws {
    var (a, b) = Party.pair(seed: 19, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    _ = try b.receive(a.send("x", at: start), from: a.identity.keys, at: start)
    _ = try a.receive(b.send("y", at: start), from: b.identity.keys, at: start)
    for _ in 0...E2EESettings.maximumSkippedKeys {
      _ = try a.sessions.current?.ratchet.encrypt([], associatedData: [], using: &a.chance)
    }
    let far = try a.send("far", at: start)
    #expect(throws: SessionError.tooManySkipped) { try b.receive(far, from: a.identity.keys, at: start) }
    #expect(SessionError.tooManySkipped.callsForNewSession)
  }

  // MARK: At rest

  @Test func survivesTheStore() throws {
    var (a, b) = Party.pair(seed: 20, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    try b.initiate(toward: a.hello(at: start), at: start)
    _ = try a.send("lost", at: start)
    _ = try b.receive(a.send("x", at: start), from: a.identity.keys, at: start)
    for sessions in [a.sessions, b.sessions] {
      let bytes = sessions.encoded()
      let read = try PeerSessions(decoding: bytes)
      #expect(read.encoded() == bytes)
      #expect(read.associatedData == sessions.associatedData)
      expectRefusals(bytes) { bytes throws(StateError) in _ = try PeerSessions(decoding: bytes) }
    }
  }

  @Test func authenticatesBothPeerIDsInOrder() throws {
    let low = try #require(NodeID(hex: "3619e750a2dd52ba978807b2a00df56d9ae3354382899ca7fafa482ca86a3528"))
    let high = try #require(NodeID(hex: "ce04d757588b607db7dd1e31c428b180cc5546ab68502fce7c625ad53c19041e"))
    let expected = "3619e750a2dd52ba978807b2a00df56dce04d757588b607db7dd1e31c428b180SophaxChat_v1"
    #expect(String(decoding: PeerSessions(own: low, peer: high).associatedData, as: UTF8.self) == expected)
    #expect(String(decoding: PeerSessions(own: high, peer: low).associatedData, as: UTF8.self) == expected)
  }
}
