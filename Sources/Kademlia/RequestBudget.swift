import World

/// A token bucket: `burst` requests at once, `rate` a second in the long run.
struct RequestBudget: Sendable {
  private var tokens: Double
  private var updated: Instant

  init(burst: Double, at now: Instant) {
    tokens = burst
    updated = now
  }

  /// Takes `cost` tokens, or nothing and returns false.
  mutating func take(_ cost: Double = 1, burst: Double, rate: Double, at now: Instant) -> Bool {
    tokens = level(burst: burst, rate: rate, at: now)
    updated = max(updated, now)
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  /// The tokens there are by now.
  func level(burst: Double, rate: Double, at now: Instant) -> Double {
    min(burst, tokens + max(0, (now - updated).inSeconds) * rate)
  }
}
