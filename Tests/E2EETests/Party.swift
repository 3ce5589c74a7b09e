import Crypto
import E2EE
import TestWorld
import Wire
import World

/// One side of a conversation as a node would keep it: identity, prekeys, sessions with one peer, and its own clock.
struct Party {
  var identity: LocalIdentity
  var preKeys: PreKeyRing
  var sessions: PeerSessions
  var chance: SeededRandom
  var window = ReplayWindow()

  init(identity: LocalIdentity, peer: NodeID, at now: Timestamp, seed: UInt64) {
    self.identity = identity
    chance = SeededRandom(seed: seed)
    preKeys = PreKeyRing.generate(at: now, using: &chance)
    sessions = PeerSessions(own: identity.nodeID, peer: peer)
  }

  /// Two parties that do not know each other yet; `a` has the lower node ID.
  static func pair(seed: UInt64, at now: Timestamp) -> (a: Party, b: Party) {
    var chance = SeededRandom(seed: seed)
    let one = LocalIdentity.generate(username: "one", using: &chance)
    let two = LocalIdentity.generate(username: "two", using: &chance)
    let (low, high) = one.nodeID < two.nodeID ? (one, two) : (two, one)
    return (
      Party(identity: low, peer: high.nodeID, at: now, seed: chance.next()),
      Party(identity: high, peer: low.nodeID, at: now, seed: chance.next())
    )
  }

  /// The bundle that this party shows to the other in a hello.
  mutating func hello(at now: Timestamp, isContact: Bool = true) -> PreKeyBundle {
    preKeys.bundle(
      for: .hello(sessions.peer, isContact: isContact), of: identity, address: nil, at: now, using: &chance)
  }

  mutating func initiate(toward bundle: PreKeyBundle, at now: Timestamp) throws {
    try sessions.initiate(
      toward: try bundle.verified(at: now, purpose: .x3dh), identity: identity, at: now, using: &chance)
  }

  /// The signed envelope of the next message.
  mutating func send(_ text: String, at now: Timestamp) throws -> WireMessage {
    let (ring, owner) = (preKeys, identity)
    let message = try sessions.encrypt(
      Array(text.utf8), messageID: text,
      senderBundle: { ring.directoryBundle(of: owner, address: nil, at: now) }, at: now, using: &chance)
    return identity.sign(type: message.type, payload: message.payload, at: now)
  }

  /// What is inside an envelope of the other party.
  mutating func receive(_ wire: WireMessage, from sender: IdentityKeys, at now: Timestamp) throws -> String {
    // Each receipt has a window of its own: what a replay does to sessions is what is tested here.
    window = ReplayWindow()
    // The envelope is checked as of when it was signed: a ciphertext that waited goes out in a fresh one.
    let moment = Moment(instant: Instant(nanoseconds: 0), timestamp: wire.timestamp.timestamp)
    let unverified = UnverifiedMessage(wire)
    if wire.type == .initiateSession {
      let initiation = try unverified.verifiedInitiation(at: moment, window: &window)
      let accepted = try sessions.accept(
        initiation, identity: identity, preKeys: &preKeys, at: now, using: &chance)
      return String(decoding: accepted.plaintext, as: UTF8.self)
    }
    let verified = try unverified.verified(by: sender, at: moment, window: &window)
    let payload = try Payload.decode(ChatMessagePayload.self, from: verified.payload)
    let plaintext = try sessions.decrypt(
      payload.ratchetMessage, sentAt: verified.timestamp.timestamp, at: now, using: &chance)
    return String(decoding: plaintext, as: UTF8.self)
  }
}
