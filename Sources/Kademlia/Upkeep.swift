import World

/// What is done from time to time.
struct Upkeep: Sendable {
  /// When each bucket was last looked up.
  var refreshed: [Instant?] = Array(repeating: nil, count: 256)
  var isRefreshing = false
  var nextRefresh: Instant?
  var nextNeighbourhood: Instant?
  var nextSweep: Instant?
  var nextSave: Instant?
  /// Whether the table holds others than were last saved.
  var isChanged = false

  var nextDeadline: Instant? {
    [nextRefresh, nextNeighbourhood, nextSweep, nextSave].compactMap(\.self).min()
  }
}
