import Glibc
import Synchronization

/// SIGINT and SIGTERM as a flag that every wait looks at, so that whatever was started is stopped on the way out.
/// A second signal ends the process at once.
enum Interruption {
  private static let isWanted = Atomic(false)

  static func watch() {
    // The handler must not be the first to touch it.
    isWanted.store(false, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Interruption.isWanted.store(true, ordering: .relaxed) }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    for signal in [SIGINT, SIGTERM] { sigaction(signal, &action, nil) }
    signal(SIGPIPE, SIG_IGN)
  }

  static func check() throws(BenchFailure) {
    if isWanted.load(ordering: .relaxed) { throw .interrupted }
  }

  /// Waits, or throws once the process shall end.
  static func pause(_ duration: Duration) throws(BenchFailure) {
    let end = ContinuousClock.now + duration
    repeat {
      try check()
      let left = min((end - ContinuousClock.now).seconds, 0.1)
      if left > 0 { usleep(UInt32(left * 1e6)) }
    } while ContinuousClock.now < end
  }

  /// Looks until `condition` holds.
  static func wait(
    _ what: String, within limit: Duration, every period: Duration = .milliseconds(50),
    until condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { throw BenchFailure.late(what) }
      try pause(period)
    }
  }
}
