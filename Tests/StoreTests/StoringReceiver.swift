import Chat
import E2EE
import Glibc
import TestWorld
import Wire
import World

@testable import Store

/// Receives as the node does: open on a copy, keep session, prekeys and message in one turn, commit, only then
/// acknowledge. A message that is there already is acknowledged again.
struct StoringReceiver {
  let store: NodeStore
  /// The file that stands for the receipts sent.
  let acks: String
  /// The step before which the process dies.
  let dyingAt: Int

  func receive(_ frame: [UInt8]) throws {
    let now = ManualClock().now
    var window = ReplayWindow()
    let verified = try UnverifiedMessage.decode(frame).verifiedInitiation(at: now, window: &window)
    let peer = verified.bundle.nodeID
    let id = MessageID(verified.initiation.messageID ?? "")!
    let key = MessageKey(peer: peer, direction: .received, id: id)
    if try store.message(key) == nil { try keep(verified, key, at: now.timestamp) }
    die(at: 3)
    try Files.write([1], to: acks)
    die(at: 4)
  }

  private func keep(_ verified: VerifiedInitiation, _ key: MessageKey, at now: Timestamp) throws {
    var chance = SeededRandom(seed: 11)
    let identity = try store.identity()!
    var ring = try store.preKeyRing()!
    var sessions = try store.peerSessions(with: key.peer) ?? PeerSessions(own: identity.nodeID, peer: key.peer)
    let accepted = try sessions.accept(verified, identity: identity, preKeys: &ring, at: now, using: &chance)
    die(at: 0)
    try store.savePreKeyRing(ring)
    try store.savePeerSessions(sessions)
    die(at: 1)
    try store.insertMessage(
      Sample.message(key, body: String(decoding: accepted.plaintext, as: UTF8.self), state: .delivered))
    die(at: 2)
    try store.commitTurn()
  }

  private func die(at step: Int) { if step == dyingAt { kill(getpid(), SIGKILL) } }
}
