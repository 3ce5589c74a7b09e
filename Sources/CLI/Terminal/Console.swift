import Bytes
import CLinux
import ControlAPI
import Glibc

/// The three streams of a process: data goes to the output, talk to the errors.
package struct Console: Sendable {
  package let input: Int32
  package let output: Int32
  package let errors: Int32
  /// Whether the terminal understands control sequences (`TERM` is set and not `dumb`).
  private let understandsControl: Bool
  private let allowsColour: Bool

  package init(input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2, environment: [String: String]) {
    self.input = input
    self.output = output
    self.errors = errors
    understandsControl = environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } ?? false
    allowsColour = environment["NO_COLOR"].map(\.isEmpty) ?? true
  }

  /// Whether somebody can be asked: the question goes to the errors, the answer comes from the input.
  var canAsk: Bool { isatty(input) == 1 && isatty(errors) == 1 }

  /// Whether a person sits at a terminal on which the cursor can be placed.
  var hasScreen: Bool { understandsControl && isatty(input) == 1 && isatty(output) == 1 }

  /// Whether the output may be coloured.
  var coloursOutput: Bool { allowsColour && understandsControl && isatty(output) == 1 }

  /// Whether a line on the errors may be painted over.
  var repaintsErrors: Bool { understandsControl && isatty(errors) == 1 }

  /// Writes one line of data.
  func print(_ line: String) throws(Stop) {
    try print(bytes: Array(line.utf8))
  }

  /// Writes one line of data.
  func print(bytes line: [UInt8]) throws(Stop) { try put(line + [UInt8(ascii: "\n")]) }

  /// Whether what is put out is drawn by a terminal.
  var outputIsTerminal: Bool { isatty(output) == 1 }

  /// Writes data as it is.
  func put(_ bytes: [UInt8]) throws(Stop) {
    guard Console.write(bytes, to: output) else {
      if errno == EPIPE { throw .outputClosed }
      throw .failure(Failure(.internalFailure, "the output cannot be written: \(Console.reason(errno))"))
    }
  }

  /// Writes one line of talk. That the errors cannot be written is nothing anybody could be told.
  func say(_ line: String) { Console.write(Array((line + "\n").utf8), to: errors) }

  /// Writes to the errors as it is.
  func paint(_ text: String) { Console.write(Array(text.utf8), to: errors) }

  /// A failure, as one line and its hint.
  func report(_ failure: Failure) {
    say("sophax: " + Printable.escape(failure.message))
    for candidate in failure.candidates { say("sophax:   " + Printable.escape(candidate)) }
    if let hint = failure.hint { say("sophax: hint: " + Printable.escape(hint)) }
  }

  /// What the operating system calls an error.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

  @discardableResult
  static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
