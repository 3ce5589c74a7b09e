import World

/// The signs of life of a link, and what they ask for.
struct LinkVitals {
  enum Verdict: Hashable {
    case fine
    /// Nothing was sent for long: send a ping.
    case pingDue
    /// Nothing whole came for too long.
    case idle
    /// Output makes no progress.
    case stalled
  }

  private let settings: TransportSettings
  private var lastInput: Instant
  private var lastOutput: Instant
  /// The queued bytes at the last look, and since when they have not become fewer.
  private var queued = 0
  private var queuedSince: Instant

  init(settings: TransportSettings, at now: Instant) {
    self.settings = settings
    (lastInput, lastOutput, queuedSince) = (now, now, now)
  }

  mutating func received(at now: Instant) { lastInput = now }

  mutating func sent(at now: Instant) { lastOutput = now }

  mutating func verdict(queued now: Int, at instant: Instant) -> Verdict {
    if now == 0 || now < queued { queuedSince = instant }
    queued = now
    if instant >= lastInput + settings.idle { return .idle }
    if queued > 0, instant >= queuedSince + settings.stalled { return .stalled }
    return instant >= lastOutput + settings.keepAlive ? .pingDue : .fine
  }

  /// When to look again.
  var nextDeadline: Instant {
    let quiet = min(lastInput + settings.idle, lastOutput + settings.keepAlive)
    return queued > 0 ? min(quiet, queuedSince + settings.stalled) : quiet
  }
}
