import World

/// What is done from time to time.
struct Upkeep: Sendable {
  /// When each bucket was last looked up.
  var refreshed: [Instant?] = Array(repeating: nil, count: 256)
  var isRefreshing = false
  var nextRefresh: Instant?
  var nextNeighbourhood: Instant?
  /// Looks at the own neighbourhood since joining: the wait doubles with each while the table is small.
  var smallRefreshes = 0
  var nextSweep: Instant?
  var nextSave: Instant?
  /// Whether the table holds others than were last saved.
  var isChanged = false

  var nextDeadline: Instant? {
    func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
      guard let a, let b else { return a ?? b }
      return min(a, b)
    }
    return earlier(earlier(nextRefresh, nextNeighbourhood), earlier(nextSweep, nextSave))
  }
}
