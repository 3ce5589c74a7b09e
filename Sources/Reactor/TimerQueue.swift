import World

/// The pending timers, earliest first: a binary heap in which each entry knows its place, so that moving or
/// cancelling one costs O(log n).
struct TimerQueue {
  /// One timer's place in the queue.
  final class Entry {
    fileprivate(set) var due = Instant(nanoseconds: 0)
    fileprivate var index: Int?
    let fire: () -> Void

    init(fire: @escaping () -> Void) { self.fire = fire }

    var isScheduled: Bool { index != nil }
  }

  private var heap: [Entry] = []

  /// When the earliest timer is due.
  var earliest: Instant? { heap.first?.due }

  mutating func schedule(_ entry: Entry, at due: Instant) {
    cancel(entry)
    entry.due = due
    entry.index = heap.count
    heap.append(entry)
    siftUp(from: heap.count - 1)
  }

  mutating func cancel(_ entry: Entry) {
    guard let index = entry.index else { return }
    entry.index = nil
    let last = heap.removeLast()
    guard index < heap.count else { return }
    put(last, at: index)
    siftDown(from: index)
    siftUp(from: index)
  }

  /// Takes out the earliest timer if it is due.
  mutating func next(at now: Instant) -> Entry? {
    guard let first = heap.first, first.due <= now else { return nil }
    cancel(first)
    return first
  }

  private mutating func put(_ entry: Entry, at index: Int) {
    heap[index] = entry
    entry.index = index
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    let entry = heap[a]
    put(heap[b], at: a)
    put(entry, at: b)
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].due < heap[parent].due else { return }
      swap(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].due < heap[least].due {
        least = child
      }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }
}
