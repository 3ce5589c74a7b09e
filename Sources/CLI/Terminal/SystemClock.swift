import CLinux
import Glibc
import World

/// The clocks of the machine. The command line waits for a daemon, so it may look at them itself.
enum SystemClock {
  static var instant: Instant { Instant(nanoseconds: nanoseconds(CLOCK_MONOTONIC)) }

  static var timestamp: Timestamp {
    Timestamp(milliseconds: Int64(clamping: nanoseconds(CLOCK_REALTIME) / 1_000_000))
  }

  private static func nanoseconds<T: FixedWidthInteger>(_ clock: clockid_t) -> T {
    var time = timespec()
    clock_gettime(clock, &time)
    return T(time.tv_sec) * 1_000_000_000 + T(time.tv_nsec)
  }
}
