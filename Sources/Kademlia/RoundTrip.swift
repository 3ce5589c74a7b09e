import World

/// An estimate of how long answers take and from when on one is late: smoothed mean plus four times the smoothed
/// deviation (RFC 6298 §2), which stays near the 99th percentile while delays keep their shape.
package struct RoundTrip: Hashable, Sendable {
  private var mean: Float
  private var deviation: Float

  /// Starts at a first sample, or at a guess.
  package init(first: Duration) {
    mean = Float(first.inSeconds)
    deviation = mean / 2
  }

  package mutating func record(_ sample: Duration) {
    let seconds = Float(sample.inSeconds)
    deviation += (abs(seconds - mean) - deviation) / 4
    mean += (seconds - mean) / 8
  }

  /// The smoothed delay.
  package var typical: Duration { .seconds(Double(mean)) }

  /// How long to wait before an answer counts as late, kept within `range`.
  package func patience(within range: ClosedRange<Duration>) -> Duration {
    min(max(.seconds(Double(mean + 4 * deviation)), range.lowerBound), range.upperBound)
  }
}
