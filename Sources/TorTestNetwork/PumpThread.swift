import Glibc
import Synchronization

/// A pump on a thread of this process.
final class PumpThread: Sendable {
  /// What the thread is handed: the pump, and the flag that ends it.
  private final class Work: Sendable {
    let isOver = Atomic(false)
    let makePump: @Sendable () -> Pump

    init(_ makePump: @escaping @Sendable () -> Pump) { self.makePump = makePump }
  }

  private let work: Work
  private let thread: pthread_t
  private let isJoined = Atomic(false)

  init?(_ makePump: @escaping @Sendable () -> Pump) {
    work = Work(makePump)
    var thread = pthread_t()
    let handed = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        work.makePump().run { work.isOver.load(ordering: .relaxed) }
        return nil
      }, handed.toOpaque())
    guard code == 0 else {
      handed.release()
      return nil
    }
    self.thread = thread
  }

  deinit { stop() }

  /// Ends the pump and waits for its thread, at most a beat.
  func stop() {
    guard !isJoined.exchange(true, ordering: .relaxed) else { return }
    work.isOver.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
  }
}
