import World

/// The initiations of one peer that have made a session, so that a replay makes none. Bounded: when one has to be
/// forgotten, everything signed no later than it is refused instead.
struct SeenInitiations: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    let id: SessionID
    /// When the peer signed the latest message of that initiation that came, by its clock.
    var signedAt: Timestamp
  }

  /// Oldest first.
  var entries: [Entry] = []
  /// Initiations signed until here count as seen.
  var floor: Timestamp?

  func holds(_ id: SessionID, signedAt: Timestamp) -> Bool {
    entries.contains { $0.id == id } || floor.map { signedAt <= $0 } ?? false
  }

  mutating func insert(_ id: SessionID, signedAt: Timestamp) {
    if let place = entries.firstIndex(where: { $0.id == id }) {
      entries[place].signedAt = max(entries[place].signedAt, signedAt)
      return
    }
    entries.append(Entry(id: id, signedAt: signedAt))
    while entries.count > E2EESettings.seenInitiations {
      let forgotten = entries.removeFirst()
      floor = floor.map { max($0, forgotten.signedAt) } ?? forgotten.signedAt
    }
  }
}
