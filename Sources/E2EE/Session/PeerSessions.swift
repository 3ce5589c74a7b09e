package import Wire
package import World

/// All sessions with one peer: the current one, which sends, and those it replaced, which still receive for a while.
/// A value; every function either succeeds or leaves it as it was, and a change must be kept before its message leaves.
package struct PeerSessions: Sendable {
  private static let label = "SophaxChat_v1"

  package let own: NodeID
  package let peer: NodeID
  /// The session that sends.
  package internal(set) var current: Session?
  /// Sessions that were replaced, the latest first.
  package internal(set) var archived: [Session] = []
  var seen = SeenInitiations()
  /// Whether there were sessions here that can be read no longer. It is not stored: storing these takes their place.
  package var replacesDamaged = false
  /// What the body of each message authenticates: both peer IDs in order and a label.
  let associatedData: [UInt8]

  /// Before the first session.
  package init(own: NodeID, peer: NodeID) {
    self.own = own
    self.peer = peer
    let (first, second) = own.peerID < peer.peerID ? (own.peerID, peer.peerID) : (peer.peerID, own.peerID)
    associatedData = Array((first + second + PeerSessions.label).utf8)
  }

  /// Forgets sessions and skipped keys that have waited too long. To be called now and then; each accepted message
  /// and each new session does so too.
  package mutating func expire(at now: Timestamp) {
    let limit = now - E2EESettings.archiveLifetime
    archived.removeAll { ($0.archivedAt ?? now) <= limit }
    current?.ratchet.expireSkippedKeys(at: now)
    for index in archived.indices { archived[index].ratchet.expireSkippedKeys(at: now) }
  }

  /// Makes `session` the current one and archives the one before.
  mutating func adopt(_ session: Session, at now: Timestamp) {
    var session = session
    session.archivedAt = nil
    archived.removeAll { $0.id == session.id }
    if let old = current, old.id != session.id { archive(old, at: now) }
    current = session
  }

  mutating func archive(_ session: Session, at now: Timestamp) {
    var session = session
    session.archivedAt = now
    archived.insert(session, at: 0)
    archived = Array(archived.prefix(E2EESettings.archivedSessions))
  }
}
