import Glibc
import World

/// Times as people write and read them.
enum TimeText {
  /// `90`, `90s`, `2m`, `1h`, `7d`, `500ms`; nil for anything else, for nothing and for more than a year.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let amount = Int64(digits), amount > 0 else { return nil }
    let unit: Int64? =
      switch text.dropFirst(digits.count) {
      case "ms": 1
      case "", "s": 1000
      case "m": 60_000
      case "h": 3_600_000
      case "d": 86_400_000
      default: nil
      }
    guard let unit else { return nil }
    let (milliseconds, overflow) = amount.multipliedReportingOverflow(by: unit)
    return overflow || milliseconds > 31_622_400_000 ? nil : .milliseconds(milliseconds)
  }

  /// As `duration` reads it, in the largest unit that leaves nothing over: `30d`, `36h`.
  static func exact(_ time: Duration) -> String {
    let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")]
    let unit = units.first { time.milliseconds % $0.0 == 0 } ?? (1, "ms")
    return "\(time.milliseconds / unit.0)\(unit.1)"
  }

  /// `850 ms`, `12.4 s`, `3 min 20 s`, `5 h 3 min`, `2 d 4 h`.
  static func elapsed(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    switch milliseconds {
    case ..<1000: return "\(max(0, milliseconds)) ms"
    case ..<60_000: return "\(seconds).\(milliseconds % 1000 / 100) s"
    case ..<3_600_000: return "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400_000: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
    }
  }

  /// `2026-04-15 10:00:00` in the zone of the user (`TZ`).
  static func local(_ timestamp: Timestamp) -> String {
    var seconds = time_t(timestamp.seconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "\(timestamp.seconds)" }
    return formatted(&parts, "%Y-%m-%d %H:%M:%S")
  }

  private static func formatted(_ parts: inout tm, _ format: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, $0.count, format, &parts) }
    }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
