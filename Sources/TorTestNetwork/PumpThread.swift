import Reactor
import Synchronization

/// A pump on a thread of this process.
final class PumpThread: Sendable {
  private let isOver: Flag
  private let thread: OSThread
  private let isJoined = Atomic(false)

  /// What ends the thread.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  init?(_ makePump: @escaping @Sendable () -> Pump) {
    let isOver = Flag()
    guard let thread = try? OSThread({ makePump().run { isOver.isSet.load(ordering: .relaxed) } }) else {
      return nil
    }
    (self.isOver, self.thread) = (isOver, thread)
  }

  deinit { stop() }

  /// Ends the pump and waits for its thread, at most a beat.
  func stop() {
    guard !isJoined.exchange(true, ordering: .relaxed) else { return }
    isOver.isSet.store(true, ordering: .relaxed)
    thread.join()
  }
}
