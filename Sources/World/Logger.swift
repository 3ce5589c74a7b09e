/// How much a log line matters.
package enum LogLevel: String, Sendable, Comparable, CaseIterable, Codable {
  case debug, info, notice, warning, error

  package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .notice: 2
    case .warning: 3
    case .error: 4
    }
  }
}

/// A value that names a peer (node ID, onion address, username). It prints as `‹redacted›`; only a logger whose
/// operator asked for identities shows what is inside.
package struct Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  fileprivate let value: String

  package init(_ value: some CustomStringConvertible & Sendable) { self.value = value.description }

  package var description: String { "‹redacted›" }
  package var debugDescription: String { description }
}

/// Where log lines go, handed in like the clock. Lines are text for an operator; identities go into `Redacted`.
package struct Logger: Sendable {
  /// One finished line: level, the part of the node that speaks, the text.
  package typealias Sink = @Sendable (LogLevel, _ label: String, _ text: String) -> Void

  private let label: String
  private let minimum: LogLevel
  private let showsIdentities: Bool
  private let sink: Sink

  package init(label: String, minimum: LogLevel, showsIdentities: Bool = false, sink: @escaping Sink) {
    self.label = label
    self.minimum = minimum
    self.showsIdentities = showsIdentities
    self.sink = sink
  }

  /// A logger that keeps nothing.
  package static let silent = Logger(label: "", minimum: .error) { _, _, _ in }

  /// The same sink under another label.
  package func labelled(_ label: String) -> Logger {
    Logger(label: label, minimum: minimum, showsIdentities: showsIdentities, sink: sink)
  }

  /// Writes one line, unless its level is below the minimum (then `line` is not even built).
  package func log(_ level: LogLevel, _ line: @autoclosure () -> LogLine) {
    guard level >= minimum else { return }
    sink(level, label, line().text(showingIdentities: showsIdentities))
  }

  package func debug(_ line: @autoclosure () -> LogLine) { log(.debug, line()) }
  package func info(_ line: @autoclosure () -> LogLine) { log(.info, line()) }
  package func notice(_ line: @autoclosure () -> LogLine) { log(.notice, line()) }
  package func warning(_ line: @autoclosure () -> LogLine) { log(.warning, line()) }
  package func error(_ line: @autoclosure () -> LogLine) { log(.error, line()) }
}

/// The text of a log line, built by interpolation so that `Redacted` values stay apart until the sink decides.
package struct LogLine: Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Part: Sendable {
    case text(String)
    case redacted(Redacted)
  }

  private var parts: [Part]

  package init(stringLiteral value: String) { parts = [.text(value)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  fileprivate func text(showingIdentities: Bool) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .redacted(let redacted): showingIdentities ? redacted.value : redacted.description
      }
    }.joined()
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: Redacted) { parts.append(.redacted(value)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }
  }
}
