package import World

/// A clock that moves only when a test says so.
package struct ManualClock: Sendable {
  package private(set) var now: Moment

  /// Starts at 2026-04-15T10:00:00Z, the time of the application vectors.
  package init(timestamp: Timestamp = Timestamp(milliseconds: 1_776_247_200_000)) {
    now = Moment(instant: Instant(nanoseconds: 1_000_000_000), timestamp: timestamp)
  }

  package mutating func advance(by duration: Duration) { now = now + duration }

  /// Moves the wall clock alone, as an operator or a bad NTP server does.
  package mutating func jumpWallClock(by duration: Duration) {
    now = Moment(instant: now.instant, timestamp: now.timestamp + duration)
  }
}
