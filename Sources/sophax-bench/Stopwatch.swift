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

  /// Seconds of the processor that one call of each of two bodies takes, whose ratio is asked for: in short turns, so that
  /// what else the machine does meets both alike, and the best turn of each.
  static func secondsPerCall(
    _ first: () throws -> Void, beside second: () throws -> Void
  ) rethrows -> (first: Double, second: Double) {
    let turn = 0.01
    let (firstRounds, secondRounds) = (try rounds(filling: turn, first), try rounds(filling: turn, second))
    var best = (first: Double.infinity, second: Double.infinity)
    for _ in 0..<50 {
      best.first = min(best.first, try processorSeconds(firstRounds, first) / Double(firstRounds))
      best.second = min(best.second, try processorSeconds(secondRounds, second) / Double(secondRounds))
    }
    return best
  }

  private static func rounds(filling turn: Double, _ body: () throws -> Void) rethrows -> Int {
    var rounds = 1
    while try processorSeconds(rounds, body) < turn { rounds *= 2 }
    return rounds
  }

  private static func processorSeconds(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    for _ in 0..<rounds { try body() }
    return processorTime() - start
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
