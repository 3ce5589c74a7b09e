package import Wire

/// Keeps the sessions, one record per peer. A record changes with every message: it must be on disk before the
/// message that it stands for leaves, or is acknowledged.
package protocol SessionStore {
  associatedtype Failure: Error

  /// The sessions with one peer; nil when there never was one.
  func peerSessions(with peer: NodeID) throws(Failure) -> PeerSessions?
  /// Inserts or replaces.
  func savePeerSessions(_ sessions: PeerSessions) throws(Failure)
  /// Forgets all sessions with a peer; nothing when there is none.
  func removePeerSessions(with peer: NodeID) throws(Failure)
}
