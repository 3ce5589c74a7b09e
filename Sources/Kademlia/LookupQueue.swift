/// Lookups that wait for others to end, in the order of asking.
struct LookupQueue: Sendable {
  private var waiting: [QueuedLookup] = []
  /// What comes before has left: taking from the front moves nothing.
  private var first = 0

  var count: Int { waiting.count - first }

  mutating func append(_ lookup: QueuedLookup) { waiting.append(lookup) }

  mutating func popFirst() -> QueuedLookup? {
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first * 2 > waiting.count {
        waiting.removeFirst(first)
        first = 0
      }
    }
    return waiting[first]
  }

  /// Takes one out of turn; nil when it does not wait.
  mutating func remove(_ id: LookupID) -> QueuedLookup? {
    guard let index = waiting[first...].firstIndex(where: { $0.id == id }) else { return nil }
    return waiting.remove(at: index)
  }
}
