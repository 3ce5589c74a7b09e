/// One answer of tor's control port, or one asynchronous event (control-spec §2.3): lines that belong together.
package struct ControlReply: Sendable, Equatable {
  /// One line of it.
  package struct Line: Sendable, Equatable {
    /// The three-digit status code, 0 to 999.
    package var code: Int
    /// What follows the code and its separator. Bytes that are not UTF-8 became U+FFFD.
    package var text: String
    /// The data block of a `250+` line, its lines joined by a line feed and freed of their dots.
    package var data: String?

    package init(code: Int, text: String, data: String? = nil) {
      self.code = code
      self.text = text
      self.data = data
    }
  }

  /// At least one line; `ReplyParser` makes no other.
  package var lines: [Line]

  package init(lines: [Line]) { self.lines = lines }

  /// The code of the last line, which is the verdict.
  package var code: Int { lines.last?.code ?? 0 }

  /// Whether tor did what was asked (2yz).
  package var isSuccess: Bool { code / 100 == 2 }

  /// Whether this is an asynchronous event (6yz) and answers no command.
  package var isEvent: Bool { code / 100 == 6 }

  /// All lines as one text, for an error message.
  package var summary: String { lines.map { "\($0.code) \($0.text)" }.joined(separator: "; ") }

  /// The value that a `GETINFO key` answer holds for `key`, or nil.
  package func value(of key: ControlToken) -> String? {
    for line in lines where line.text.hasPrefix(key.text + "=") {
      return line.data ?? String(line.text.dropFirst(key.text.count + 1))
    }
    return nil
  }
}
