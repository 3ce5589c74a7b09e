import World

/// What is to happen, the earliest first; what is planned for the same instant happens in the order of planning. The heap
/// moves numbers only: events are large.
struct EventQueue<Event> {
  private struct Planned {
    let at: Instant
    let number: UInt64
    let place: Int

    func isBefore(_ other: Planned) -> Bool { (at, number) < (other.at, other.number) }
  }

  private var heap: [Planned] = []
  private var planned: UInt64 = 0
  private var events: [Event?] = []
  private var freePlaces: [Int] = []

  var nextInstant: Instant? { heap.first?.at }

  mutating func plan(_ event: Event, at instant: Instant) {
    heap.append(Planned(at: instant, number: planned, place: keep(event)))
    planned += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popNext() -> (at: Instant, event: Event)? {
    guard let first = heap.first, let last = heap.popLast(), let event = events[first.place] else { return nil }
    events[first.place] = nil
    freePlaces.append(first.place)
    guard !heap.isEmpty else { return (first.at, event) }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2)
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == parent { return (first.at, event) }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private mutating func keep(_ event: Event) -> Int {
    guard let place = freePlaces.popLast() else {
      events.append(event)
      return events.count - 1
    }
    events[place] = event
    return place
  }
}
