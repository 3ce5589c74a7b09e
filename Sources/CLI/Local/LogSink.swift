import Bytes
import ControlAPI
import World

/// Log lines on the errors: with a time for people, with a priority for the journal (sd-daemon(3)), which keeps its
/// own time.
enum LogSink {
  static func logger(_ settings: NodeConfiguration.Log, console: Console, environment: [String: String]) -> Logger {
    let journal = environment["JOURNAL_STREAM"] != nil
    return Logger(label: "node", minimum: settings.level, showsIdentities: settings.identities) {
      level, label, text in
      let head = journal ? "<\(priority(level))>" : "\(TimeText.local(SystemClock.timestamp)) \(level.rawValue) "
      console.say("\(head)\(label): \(Printable.escape(text))")
    }
  }

  /// syslog's numbers.
  private static func priority(_ level: LogLevel) -> Int {
    switch level {
    case .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    }
  }
}
