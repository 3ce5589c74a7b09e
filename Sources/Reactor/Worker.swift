import Glibc

/// One thread for slow work (key stretching, archives), so that the loop never waits for it. Work runs in the
/// order it came, one at a time: key stretching takes 64 MiB and more, so two at once would double that.
final class Worker: Sendable {
  private struct Queue {
    var works: [@Sendable () -> Void] = []
    var isRunning = false
    var isClosed = false
  }

  private let queue = Locked(Queue())
  private let condition: Condition

  init() { condition = Condition() }

  /// Queues `work`; the thread starts with the first one.
  /// - Throws: `SystemError` when that thread cannot be started; `work` is then not run.
  func submit(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    try queue.withLock { queue throws(SystemError) in
      if !queue.isRunning {
        try OSThread { [self] in drain() }.detach()
        queue.isRunning = true
      }
      queue.works.append(work)
    }
    condition.signal()
  }

  /// Ends the thread once the work that it has is done.
  func close() {
    queue.withLock { $0.isClosed = true }
    condition.signal()
  }

  private func drain() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    queue.wait(on: condition.pointer) { queue -> (@Sendable () -> Void)?? in
      if !queue.works.isEmpty { return .some(queue.works.removeFirst()) }
      return queue.isClosed ? .some(nil) : nil
    }
  }
}

/// A condition variable at a fixed address.
private final class Condition: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<pthread_cond_t>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: pthread_cond_t())
    pthread_cond_init(pointer, nil)
  }

  deinit {
    pthread_cond_destroy(pointer)
    pointer.deallocate()
  }

  func signal() { pthread_cond_signal(pointer) }
}
