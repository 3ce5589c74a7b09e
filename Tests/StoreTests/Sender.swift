import Chat
import E2EE
import Glibc
import TestWorld
import Wire
import World

@testable import Store

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
