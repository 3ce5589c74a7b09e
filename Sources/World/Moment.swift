/// The time as it is handed to every engine: both clocks, read together.
package struct Moment: Hashable, Sendable {
  /// For deadlines and round-trip times.
  package var instant: Instant
  /// For what is signed, stored or shown.
  package var timestamp: Timestamp

  package init(instant: Instant, timestamp: Timestamp) {
    self.instant = instant
    self.timestamp = timestamp
  }

  /// The same moment `duration` later, on both clocks.
  package static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(instant: moment.instant + duration, timestamp: moment.timestamp + duration)
  }
}
