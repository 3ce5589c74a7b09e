import func Glibc.cos
import func Glibc.exp
import func Glibc.log
import func Glibc.sqrt

/// A delay with a long tail: lognormal, as round trips and circuit builds of Tor are, and now and then far longer.
package struct Delay: Sendable {
  /// Seconds.
  package var median: Double
  /// Standard deviation of the logarithm.
  package var spread: Double
  /// Fraction of delays that meet an overloaded relay or a circuit that has to be built anew: those are longer by a
  /// factor that has a Pareto distribution of exponent 1, up to `longest`.
  package var stalls: Double

  /// A stall ends when tor gives a circuit up.
  private static let longest = 30.0

  package init(median: Double, spread: Double, stalls: Double = 0) {
    self.median = median
    self.spread = spread
    self.stalls = stalls
  }

  /// One such delay.
  package func sample(using rng: inout some RandomNumberGenerator) -> Duration {
    // Box and Muller 1958.
    let radius = sqrt(-2 * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &rng)))
    let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &rng))
    let usual = median * exp(spread * normal)
    guard stalls > 0 else { return Delay.duration(usual) }
    let chance = Double.random(in: .leastNonzeroMagnitude..<1, using: &rng)
    let seconds = chance < stalls ? usual * min(stalls / chance, Delay.longest) : usual
    return Delay.duration(seconds)
  }

  /// In whole nanoseconds, which are made faster than a duration from a fraction; a rest of centuries is cut short.
  private static func duration(_ seconds: Double) -> Duration { .nanoseconds(Int64(min(seconds * 1e9, 9e18))) }

  /// The same delay as somebody meets it who comes at any time while it lasts: long ones are met more often, and a part
  /// of them is over.
  func sampleOfRest(using rng: inout some RandomNumberGenerator) -> Duration {
    let met = Delay(median: median * exp(spread * spread), spread: spread)
    return met.sample(using: &rng) * Double.random(in: 0..<1, using: &rng)
  }
}
