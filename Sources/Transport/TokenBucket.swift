import World

/// A budget that fills by the second up to a burst. Spending may overdraw it: what came in has to be paid for, and the
/// debt says how long to wait.
struct TokenBucket {
  private let rate: Double
  private let burst: Double
  private var level: Double
  private var updated: Instant

  init(rate: Double, burst: Double, at now: Instant) {
    self.rate = rate
    self.burst = burst
    level = burst
    updated = now
  }

  /// Takes `amount`, whether or not it is there.
  mutating func spend(_ amount: Double, at now: Instant) {
    refill(now)
    level -= amount
  }

  /// Takes `amount` if it is there.
  mutating func take(_ amount: Double, at now: Instant) -> Bool {
    refill(now)
    guard level >= amount else { return false }
    level -= amount
    return true
  }

  /// How long until nothing is owed; nil when nothing is.
  func debt(at now: Instant) -> Duration? {
    let level = min(burst, level + rate * max(0, (now - updated).inSeconds))
    return level < 0 ? .seconds(-level / rate) : nil
  }

  private mutating func refill(_ now: Instant) {
    level = min(burst, level + rate * max(0, (now - updated).inSeconds))
    updated = now
  }
}
