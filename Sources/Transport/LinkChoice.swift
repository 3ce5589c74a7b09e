import Wire
import World

/// Which of two proven links to the same peer stays. Both ends decide alike, without a word.
struct LinkChoice {
  struct Candidate {
    let dialler: NodeID
    let provenAt: Instant
  }

  let settings: TransportSettings

  /// Whether the newer link replaces the older one.
  func newerWins(older: Candidate, newer: Candidate) -> Bool {
    guard older.dialler != newer.dialler else { return true }
    guard newer.provenAt < older.provenAt + settings.simultaneous else { return true }
    return newer.dialler < older.dialler
  }
}
