package import World

/// A one-shot timer on the loop. It counts time in suspend, as `Instant` does: what fell due while the machine
/// slept fires when it wakes. Loop-confined; dropping it cancels it.
package final class Timer {
  private let loop: EventLoop
  private let entry: TimerQueue.Entry

  /// - Parameter onFire: called on the loop when the timer is due. It may schedule the timer again or drop it.
  package init(loop: EventLoop, onFire: @escaping () -> Void) {
    self.loop = loop
    entry = TimerQueue.Entry(fire: onFire)
  }

  deinit {
    let entry = entry
    loop.release { loop in loop.timers.cancel(entry) }
  }

  package var isScheduled: Bool { entry.isScheduled }

  /// Fires once at `due`, in the next turn if that has passed; replaces an earlier schedule.
  package func schedule(at due: Instant) {
    loop.preconditionOnLoop()
    loop.timers.schedule(entry, at: due)
  }

  /// Fires once after `delay`; replaces an earlier schedule.
  package func schedule(after delay: Duration) { schedule(at: loop.now.instant + delay) }

  package func cancel() {
    loop.preconditionOnLoop()
    loop.timers.cancel(entry)
  }
}
