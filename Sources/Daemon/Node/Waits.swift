import World

/// Calls that wait for something to happen, each with a deadline after which it is told that it did not.
struct Waits {
  struct ID: Hashable {
    fileprivate let number: UInt64
  }

  private struct Wait {
    let deadline: Instant
    let owner: ObjectIdentifier
    let onTimeout: () -> Void
  }

  private var waits: [ID: Wait] = [:]
  private var next: UInt64 = 0

  var count: Int { waits.count }

  var nextDeadline: Instant? { waits.values.map(\.deadline).min() }

  /// - Parameter owner: the client whose call it is.
  mutating func add(until deadline: Instant, for owner: ObjectIdentifier, onTimeout: @escaping () -> Void) -> ID {
    next += 1
    let id = ID(number: next)
    waits[id] = Wait(deadline: deadline, owner: owner, onTimeout: onTimeout)
    return id
  }

  /// The wait is over: what it waited for has happened. False when its time was up before.
  @discardableResult
  mutating func end(_ id: ID) -> Bool { waits.removeValue(forKey: id) != nil }

  /// Those of an owner that is gone, in the order in which they were added; they wait no more.
  mutating func take(of owner: ObjectIdentifier) -> [() -> Void] {
    let lost = waits.filter { $0.value.owner == owner }.sorted { $0.key.number < $1.key.number }
    for (id, _) in lost { waits[id] = nil }
    return lost.map(\.value.onTimeout)
  }

  /// Those whose time is up, in the order of their deadlines; they wait no more.
  mutating func takeDue(at now: Instant) -> [() -> Void] {
    let due = waits.filter { $0.value.deadline <= now }.sorted { $0.value.deadline < $1.value.deadline }
    for (id, _) in due { waits[id] = nil }
    return due.map(\.value.onTimeout)
  }
}
