import E2EE
import Wire
import World

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
