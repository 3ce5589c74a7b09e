/// A point on the wall clock, in whole milliseconds since 1970-01-01T00:00:00Z. It can jump: use it for what is
/// signed, stored or shown, never to measure how long something took.
package struct Timestamp: Hashable, Comparable, Sendable, Codable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// The whole seconds since 1970, rounded down.
  package var seconds: Int64 { Int64((Double(milliseconds) / 1000).rounded(.down)) }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  package static func + (a: Timestamp, b: Duration) -> Timestamp {
    Timestamp(milliseconds: a.milliseconds.addingSaturated(b.milliseconds))
  }

  package static func - (a: Timestamp, b: Duration) -> Timestamp {
    Timestamp(milliseconds: a.milliseconds.subtractingSaturated(b.milliseconds))
  }

  package static func - (a: Timestamp, b: Timestamp) -> Duration {
    .milliseconds(a.milliseconds.subtractingSaturated(b.milliseconds))
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded toward zero.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? -Int64.max : Int64.max }
    return product.addingSaturated(attoseconds / 1_000_000_000_000_000)
  }

  /// Its size for people, whatever its sign, in the largest unit of which there are two: `3 days`, `90 minutes`.
  package var roughly: String {
    let seconds = Int64(abs(inSeconds).rounded())
    for (unit, name) in [(Int64(86_400), "days"), (3600, "hours"), (60, "minutes")] where seconds >= 2 * unit {
      return "\((seconds + unit / 2) / unit) \(name)"
    }
    return "\(seconds) seconds"
  }

  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

extension Int64 {
  /// The sum (or difference), or the nearest representable value: a time from outside may be anything.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
