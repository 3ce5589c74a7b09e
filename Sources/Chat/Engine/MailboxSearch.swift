import Wire
import World

/// Where the use of mailboxes for one peer stands.
struct MailboxSearch: Sendable {
  enum State: Sendable {
    /// Holders were asked for, or were given something; until `deadline` at the latest.
    case busy(deadline: Instant)
    /// Not again before this time.
    case resting(until: Instant)
  }

  var state: State
  /// Holders that have not said how it ended.
  var open: Set<NodeID> = []
  /// Whether any holder took anything this time.
  var hasProgress = false
  /// Searches in a row that brought nothing to anybody.
  var failures = 0
  /// Holders that took nothing lately.
  var avoided: Set<NodeID> = []

  /// Whether the next use may begin.
  func mayBegin(at now: Instant) -> Bool {
    switch state {
    case .busy(let time), .resting(let time): time <= now
    }
  }

  /// When it is looked again by itself.
  var deadline: Instant {
    switch state {
    case .busy(let time), .resting(let time): time
    }
  }
}
