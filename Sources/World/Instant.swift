/// A point on the monotonic clock of this machine, in nanoseconds from an arbitrary start. It runs on through
/// suspend (CLOCK_BOOTTIME) and never jumps: use it for deadlines and for how long something took.
package struct Instant: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  @inlinable package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  // Inlinable: what keeps deadlines compares them all the time.
  @inlinable package static func == (a: Instant, b: Instant) -> Bool { a.nanoseconds == b.nanoseconds }

  @inlinable package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  package static func + (a: Instant, b: Duration) -> Instant {
    Instant(nanoseconds: a.nanoseconds.addingSaturated(b.nanoseconds))
  }

  package static func - (a: Instant, b: Instant) -> Duration {
    .nanoseconds(a.nanoseconds.subtractingSaturated(b.nanoseconds))
  }
}

extension Duration {
  /// In whole nanoseconds, rounded toward zero. One division: `components` takes several steps of 128 bits.
  fileprivate var nanoseconds: Int64 { max(-Int64.max, Int64(clamping: attoseconds / 1_000_000_000)) }
}
