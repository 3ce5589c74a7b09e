import func Glibc.cos
import func Glibc.exp
import func Glibc.log
import func Glibc.sqrt

/// A delay with a long tail: lognormal, as round trips and circuit builds of Tor are.
package struct Delay: Sendable {
  /// Seconds.
  package var median: Double
  /// Standard deviation of the logarithm.
  package var spread: Double

  package init(median: Double, spread: Double) {
    self.median = median
    self.spread = spread
  }

  func sample(using rng: inout some RandomNumberGenerator) -> Duration {
    // Box and Muller 1958.
    let radius = sqrt(-2 * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &rng)))
    let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &rng))
    return .seconds(median * exp(spread * normal))
  }
}
