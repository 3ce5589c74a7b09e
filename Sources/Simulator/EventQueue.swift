import World

/// What is to happen, the earliest first; what is planned for the same instant happens in the order of planning. The heap
/// moves numbers only: events are large. Each place has four children instead of two, so that half as many levels are
/// looked at, each with its children side by side in memory.
struct EventQueue<Event> {
  private struct Planned {
    let at: Instant
    let number: UInt64
    let place: Int

    func isBefore(_ other: Planned) -> Bool { at == other.at ? number < other.number : at < other.at }
  }

  private var heap: [Planned] = []
  private var planned: UInt64 = 0
  private var events: [Event?] = []
  private var freePlaces: [Int] = []

  var nextInstant: Instant? { heap.first?.at }

  mutating func plan(_ event: Event, at instant: Instant) {
    let new = Planned(at: instant, number: planned, place: keep(event))
    planned += 1
    heap.append(new)
    var child = heap.count - 1
    while child > 0, new.isBefore(heap[(child - 1) / 4]) {
      heap[child] = heap[(child - 1) / 4]
      child = (child - 1) / 4
    }
    heap[child] = new
  }

  mutating func popNext() -> (at: Instant, event: Event)? {
    guard let first = heap.first, let last = heap.popLast(), let event = events[first.place] else { return nil }
    events[first.place] = nil
    freePlaces.append(first.place)
    guard !heap.isEmpty else { return (first.at, event) }
    // The last one is put at the beginning and sinks; what it passes moves up.
    var parent = 0
    while 4 * parent + 1 < heap.count {
      var child = 4 * parent + 1
      for other in (child + 1)..<max(child + 1, min(child + 4, heap.count)) where heap[other].isBefore(heap[child])
      {
        child = other
      }
      guard heap[child].isBefore(last) else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
    return (first.at, event)
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
