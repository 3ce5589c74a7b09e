import E2EE
import Wire
import World

/// Alice with a session toward Bob that he has not seen yet.
struct SessionPair {
  let alice: LocalIdentity
  let bob: LocalIdentity
  let ring: PreKeyRing
  let bobsRing: PreKeyRing
  /// The one-time prekey that Bob showed to Alice.
  let oneTimeID: UInt32
  let sessions: PeerSessions

  init(at now: Timestamp) throws {
    var chance = SeededRandom(seed: 7)
    alice = .generate(username: "Alice", using: &chance)
    bob = .generate(username: "Bob", using: &chance)
    ring = .generate(at: now, using: &chance)
    var bobsRing = PreKeyRing.generate(at: now, using: &chance)
    let shown = bobsRing.bundle(
      for: .hello(alice.nodeID, isContact: true), of: bob, address: nil, at: now, using: &chance)
    oneTimeID = shown.oneTimePreKeyId ?? 0
    self.bobsRing = bobsRing
    let bundle = try shown.verified(at: now, purpose: .x3dh)
    var sessions = PeerSessions(own: alice.nodeID, peer: bob.nodeID)
    try sessions.initiate(toward: bundle, identity: alice, at: now, using: &chance)
    self.sessions = sessions
  }

  /// Signed envelopes that open the session at Bob's, one a text; the text is also the message's ID.
  func initiations(_ texts: [String], at now: Timestamp) throws -> [[UInt8]] {
    var chance = SeededRandom(seed: 5)
    var sessions = sessions
    return try texts.map { text in
      let message = try sessions.encrypt(
        Array(text.utf8), messageID: text,
        senderBundle: { ring.directoryBundle(of: alice, address: nil, at: now) }, at: now, using: &chance)
      return alice.sign(type: message.type, payload: message.payload, at: now).encoded()
    }
  }
}
