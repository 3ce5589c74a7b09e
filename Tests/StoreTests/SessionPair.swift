import Chat
import E2EE
import Glibc
import TestWorld
import Wire
import World

@testable import Store

/// Alice with a session toward Bob that he has not seen yet.
struct SessionPair {
  let alice: LocalIdentity
  let bob: LocalIdentity
  let ring: PreKeyRing
  let bobsRing: PreKeyRing
  let sessions: PeerSessions

  init(at now: Timestamp) throws {
    var chance = SeededRandom(seed: 7)
    alice = .generate(username: "Alice", using: &chance)
    bob = .generate(username: "Bob", using: &chance)
    ring = .generate(at: now, using: &chance)
    bobsRing = .generate(at: now, using: &chance)
    let bundle = try bobsRing.directoryBundle(of: bob, address: nil, at: now).verified(at: now, purpose: .x3dh)
    var sessions = PeerSessions(own: alice.nodeID, peer: bob.nodeID)
    try sessions.initiate(toward: bundle, identity: alice, at: now, using: &chance)
    self.sessions = sessions
  }
}

/// Sends as the node does: encrypt, keep session and ciphertext in one turn, commit, only then transmit.
struct Sender {
  let store: NodeStore
  let peer: NodeID
  /// The file that stands for the network: frames, one a line.
  let wire: String
  /// The step before which the process dies.
  let dyingAt: Int

  func send(_ text: String) throws {
    let now = ManualClock().now.timestamp
    var chance = SeededRandom(seed: 3)
    let (identity, ring) = (try store.identity()!, try store.preKeyRing()!)
    var sessions = try store.peerSessions(with: peer)!
    die(at: 0)
    let message = try sessions.encrypt(
      Array(text.utf8), messageID: text,
      senderBundle: { ring.directoryBundle(of: identity, address: nil, at: now) }, at: now, using: &chance)
    let sequence = Int64(try store.countOutbox(of: nil) + 1)
    let ciphertext = OutboxCiphertext(form: .initiateSession, payload: message.payload, sessionID: [1])
    let entry = OutboxEntry(peer: peer, id: MessageID(text)!, sequence: sequence, ciphertext: ciphertext)
    try store.savePeerSessions(sessions)
    try store.saveOutboxEntry(entry)
    die(at: 1)
    try store.commitTurn()
    die(at: 2)
    try transmit(entry)
    die(at: 3)
  }

  func transmit(_ entry: OutboxEntry) throws {
    let seen = access(wire, F_OK) == 0 ? try Files.read(wire) : []
    try Files.write(seen + (entry.ciphertext?.payload ?? []) + [UInt8(ascii: "\n")], to: wire)
  }

  static func frames(_ wire: String) throws -> [[UInt8]] {
    try Files.read(wire).split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  private func die(at step: Int) { if step == dyingAt { kill(getpid(), SIGKILL) } }
}

/// Bob: opens initiations and counts what he cannot open. A frame that came twice is known by its bytes.
struct Receiver {
  private let pair: SessionPair
  private var sessions: PeerSessions
  private var ring: PreKeyRing
  private var window = ReplayWindow()
  private var seen: Set<[UInt8]> = []
  private var chance = SeededRandom(seed: 9)
  private(set) var opened: [String] = []
  private(set) var refused = 0

  init(_ pair: SessionPair) {
    self.pair = pair
    ring = pair.bobsRing
    sessions = PeerSessions(own: pair.bob.nodeID, peer: pair.alice.nodeID)
  }

  mutating func receive(_ frame: [UInt8], at now: Timestamp) {
    guard seen.insert(frame).inserted else { return }
    let envelope = pair.alice.sign(type: .initiateSession, payload: frame, at: now)
    do {
      let moment = Moment(instant: Instant(nanoseconds: 0), timestamp: now)
      let initiation = try UnverifiedMessage(envelope).verifiedInitiation(at: moment, window: &window)
      let accepted = try sessions.accept(
        initiation, identity: pair.bob, preKeys: &ring, at: now, using: &chance)
      opened.append(String(decoding: accepted.plaintext, as: UTF8.self))
    } catch {
      refused += 1
    }
  }
}
