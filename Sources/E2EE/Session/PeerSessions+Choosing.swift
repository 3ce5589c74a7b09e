package import Wire
import World

/// Which session sends. Both sides can begin one at the same moment, and either can have lost one: the rules
/// below lead both to the same session once messages arrive, whatever their order, and lose none on the way.
extension PeerSessions {
  /// Where a session stands.
  enum Place {
    case current
    case archived(Int)
  }

  var places: [Place] { [.current] + archived.indices.map { .archived($0) } }

  subscript(place: Place) -> Session? {
    switch place {
    case .current: current
    case .archived(let index): archived[index]
    }
  }

  /// Whether an initiation of the peer, signed at `signedAt`, takes over from the current session.
  func prefersInitiation(signedAt: Timestamp, at now: Timestamp) -> Bool {
    guard let current else { return true }
    // The peer has used the current session: what it began before that, it has given up; what it began since, it
    // began because it has lost the current one. Both times are of the peer's clock.
    if let last = current.lastReceived { return signedAt > last }
    // Both began at once: the lower node ID wins. If that is ours, the peer will have opened it soon; when it
    // has not, it cannot, and its own is the one that works.
    return peer < own || now - current.openedAt > E2EESettings.crossingPatience
  }

  /// A message has opened in `session`, which stands at `place`.
  mutating func received(
    _ session: Session, at place: Place, repeatsInitiation: Bool, sentAt: Timestamp, _ now: Timestamp
  ) {
    switch place {
    case .current:
      current = session
    case .archived(let index):
      archived[index] = session
      let takesOver =
        repeatsInitiation ? prefersInitiation(signedAt: sentAt, at: now) : prefers(session, sentAt: sentAt, at: now)
      if takesOver { adopt(session, at: now) }
    }
  }

  /// Whether an archived session, which the peer has just shown to be using, becomes the current one again.
  private func prefers(_ session: Session, sentAt: Timestamp, at now: Timestamp) -> Bool {
    guard let current else { return true }
    guard let last = current.lastReceived else { return now - current.openedAt > E2EESettings.crossingPatience }
    return sentAt > last && outranks(session, current)
  }

  /// Which of two sessions that both sides have is the one to use. Only what both sides know alike may decide.
  private func outranks(_ a: Session, _ b: Session) -> Bool {
    if a.role != b.role { return (a.role == .initiator) == (own < peer) }
    return b.id.bytes.lexicographicallyPrecedes(a.id.bytes)
  }

  /// Whether a peer that has forgotten every session, and holds the keys of `bundle` still, opens what the current one
  /// sends: an initiation without a one-time prekey, which is gone once it was used, and not so far along its chain that
  /// the peer would have to skip more than it may.
  package func currentOpensAnew(with bundle: VerifiedBundle) -> Bool {
    guard let current, let pending = current.pending, let sending = current.ratchet.sending else { return false }
    return pending.oneTimePreKeyID == nil && pending.signedPreKeyID == bundle.signedPreKey.id
      && pending.pq?.preKeyID == bundle.pqPreKey?.id
      && sending.count + 1 < UInt32(E2EESettings.maximumSkippedKeys)
  }

  /// Before sending: gives up an own initiation that nobody answered, if the peer has begun a session meanwhile.
  mutating func yieldToPeer(at now: Timestamp) {
    guard let pending = current, pending.isPending, now - pending.openedAt > E2EESettings.crossingPatience,
      let index = archived.firstIndex(where: { $0.role == .responder && $0.openedAt > pending.openedAt })
    else { return }
    adopt(archived[index], at: now)
  }
}
