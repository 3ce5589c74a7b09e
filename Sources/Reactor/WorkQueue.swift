/// The loop's own queue, first in, first out. Taking is a step of an index; the array starts over when it is empty.
struct WorkQueue {
  /// What was taken leaves a hole, so that nothing is kept alive by it.
  private var works: [EventLoop.Work?] = []
  private var head = 0

  var isEmpty: Bool { head == works.count }
  var count: Int { works.count - head }

  mutating func append(_ work: EventLoop.Work) { works.append(work) }

  mutating func append(contentsOf more: [EventLoop.Work]) { works += more as [EventLoop.Work?] }

  mutating func next() -> EventLoop.Work? {
    guard head < works.count else { return nil }
    let work = works[head]
    works[head] = nil
    head += 1
    if head == works.count {
      works.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head >= 1024, head * 2 >= works.count {
      // A queue that never runs empty must still give its past back.
      works.removeFirst(head)
      head = 0
    }
    return work
  }
}
