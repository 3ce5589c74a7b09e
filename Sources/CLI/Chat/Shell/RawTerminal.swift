import CLinux
import ControlAPI
import Glibc
import Terminal

/// The terminal while the chat has it: keys as they come, a screen of its own, and everything as it was afterwards,
/// however the process ends.
final class RawTerminal {
  private let console: Console
  /// Alternate screen, no wrapping at the margin, pasted text marked as such; then each of them back.
  private static let entry = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[H\u{1B}[2J"
  private static let exit = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  init(console: Console) throws(Stop) {
    self.console = console
    var saved = termios()
    guard tcgetattr(console.input, &saved) == 0 else {
      throw .failure(Failure(.internalFailure, "the terminal cannot be set up: \(Console.reason(errno))"))
    }
    TerminalSignals.prepare(input: console.input, output: console.output, saved: saved, bytes: RawTerminal.exit)
  }

  func enter() {
    var raw = TerminalSignals.saved
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    raw.c_oflag &= ~tcflag_t(OPOST)
    TerminalSignals.isRaw = true
    tcsetattr(console.input, TCSADRAIN, &raw)
    Console.write(Array(RawTerminal.entry.utf8), to: console.output)
  }

  func leave() { TerminalSignals.restore() }

  /// Whether all of it could be written.
  func write(_ text: String) -> Bool { text.isEmpty || Console.write(Array(text.utf8), to: console.output) }

  var size: Size {
    var window = winsize()
    guard ioctl(console.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
