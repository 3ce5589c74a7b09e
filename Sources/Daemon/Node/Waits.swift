import World

/// Calls that wait for something to happen, each with a deadline after which it is told that it did not.
struct Waits {
  struct ID: Hashable {
    fileprivate let number: UInt64
  }

  private struct Wait {
    let deadline: Instant
    let onTimeout: () -> Void
  }

  private var waits: [ID: Wait] = [:]
  private var next: UInt64 = 0

  var count: Int { waits.count }

  var nextDeadline: Instant? { waits.values.map(\.deadline).min() }

  mutating func add(until deadline: Instant, onTimeout: @escaping () -> Void) -> ID {
    next += 1
    let id = ID(number: next)
    waits[id] = Wait(deadline: deadline, onTimeout: onTimeout)
    return id
  }

  /// The wait is over: what it waited for has happened. False when its time was up before.
  @discardableResult
  mutating func end(_ id: ID) -> Bool { waits.removeValue(forKey: id) != nil }

  /// Those whose time is up, in the order of their deadlines; they wait no more.
  mutating func takeDue(at now: Instant) -> [() -> Void] {
    let due = waits.filter { $0.value.deadline <= now }.sorted { $0.value.deadline < $1.value.deadline }
    for (id, _) in due { waits[id] = nil }
    return due.map(\.value.onTimeout)
  }
}
