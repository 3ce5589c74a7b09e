import World

/// Where the attempts to reach a peer stand; there is none for a peer that is linked or that nothing waits for.
struct Dial: Sendable {
  enum State: Sendable {
    /// Asked for; counted as failed at `deadline`.
    case dialling(deadline: Instant)
    /// The next attempt is at `until`; the last one ended at `since`.
    case waiting(since: Instant, until: Instant)
  }

  var state: State
  /// Attempts that failed in a row.
  var failures: Int

  var deadline: Instant {
    switch state {
    case .dialling(let deadline): deadline
    case .waiting(_, let until): until
    }
  }
}
