/// A point on the monotonic clock of this machine, in nanoseconds from an arbitrary start. It runs on through
/// suspend (CLOCK_BOOTTIME) and never jumps: use it for deadlines and for how long something took.
package struct Instant: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  @inlinable package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  package static func + (a: Instant, b: Duration) -> Instant {
    Instant(nanoseconds: a.nanoseconds.addingSaturated(b.nanoseconds))
  }

  package static func - (a: Instant, b: Instant) -> Duration {
    .nanoseconds(a.nanoseconds.subtractingSaturated(b.nanoseconds))
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    if abs(seconds) < 9_000_000_000 { return seconds * 1_000_000_000 + attoseconds / 1_000_000_000 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? -Int64.max : Int64.max }
    return product.addingSaturated(attoseconds / 1_000_000_000)
  }
}
