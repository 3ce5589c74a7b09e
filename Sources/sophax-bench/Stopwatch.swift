import CLinux
import Glibc

/// Measures by repetition: enough rounds to fill some time, several times, and the best of them.
enum Stopwatch {
  /// Seconds that one call of `body` takes.
  static func secondsPerCall(_ body: () throws -> Void) rethrows -> Double {
    try body()
    var rounds = 1
    while try seconds(rounds, body) < 0.05 { rounds *= 2 }
    var best = Double.infinity
    for _ in 0..<7 { best = min(best, try seconds(rounds, body) / Double(rounds)) }
    return best
  }

  /// Seconds that this thread has run: what else the machine does meanwhile does not count.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    for _ in 0..<rounds { try body() }
    return (ContinuousClock.now - start).seconds
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Array where Element: Comparable {
  /// The element in the middle, of an array that is not empty.
  var median: Element { sorted()[count / 2] }
}
