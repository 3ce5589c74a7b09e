/// `events.subscribe`: from the answer on, `event` notifications follow on this connection: first those kept since
/// `after`, in order, then what happens. Nothing is lost between the two.
package enum EventsSubscribe: ControlMethod {
  package static let method = Method.eventsSubscribe

  package struct Params: Codable, Sendable, Hashable {
    /// The cursor of the last event that the reader has; absent: only what happens from now on.
    package var after: Int64?

    package init(after: Int64? = nil) {
      self.after = after
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// The cursor of the newest event now.
    package var cursor: Int64
    /// Whether events after `after` are no longer kept.
    package var missed: Bool

    package init(cursor: Int64, missed: Bool) {
      self.cursor = cursor
      self.missed = missed
    }
  }
}
