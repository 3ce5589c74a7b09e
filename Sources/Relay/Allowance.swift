package import World

/// How much somebody may still do: it fills by the second, up to a burst.
package struct Allowance: Sendable {
  package struct Rate: Sendable, Hashable {
    /// What may be done at once.
    package var burst: Double
    package var perSecond: Double

    package init(burst: Double, perSecond: Double) {
      self.burst = burst
      self.perSecond = perSecond
    }
  }

  private let rate: Rate
  private var left: Double
  private var filledAt: Instant

  package init(_ rate: Rate, at now: Instant) {
    self.rate = rate
    left = rate.burst
    filledAt = now
  }

  /// Takes one if there is one.
  package mutating func take(at now: Instant) -> Bool {
    left = min(rate.burst, left + rate.perSecond * max(0, (now - filledAt).inSeconds))
    filledAt = max(filledAt, now)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
