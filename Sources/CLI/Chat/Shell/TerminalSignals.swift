import CLinux
import Glibc

/// Signals while the chat has the terminal. Those that ask something are read from a pipe; those that are the end of the
/// process give the terminal back first.
enum TerminalSignals {
  enum Kind: UInt8 {
    case resized = 1
    case ended
    case suspended
    case resumed
  }

  // Handlers can reach nothing else. All are set before the first handler is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1
  nonisolated(unsafe) private(set) static var saved = termios()
  nonisolated(unsafe) private static var input: Int32 = -1
  nonisolated(unsafe) private static var output: Int32 = -1
  nonisolated(unsafe) private static var exitBytes: UnsafeMutableBufferPointer<UInt8>?
  nonisolated(unsafe) static var isRaw = false

  private static let asking: [(Int32, Kind)] = [
    (SIGWINCH, .resized), (SIGINT, .ended), (SIGTERM, .ended), (SIGHUP, .ended), (SIGQUIT, .ended),
    (SIGTSTP, .suspended), (SIGCONT, .resumed),
  ]
  private static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  static func prepare(input: Int32, output: Int32, saved: termios, bytes: String) {
    (self.input, self.output, self.saved) = (input, output, saved)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.utf8.count)
    _ = copy.initialize(from: bytes.utf8)
    exitBytes?.deallocate()
    exitBytes = copy
  }

  /// Gives the terminal back as it was. A handler may call it: it makes two system calls.
  static func restore() {
    guard isRaw else { return }
    isRaw = false
    if let exitBytes { _ = write(output, exitBytes.baseAddress, exitBytes.count) }
    tcsetattr(input, TCSADRAIN, &saved)
  }

  /// Installs the handlers. Returns the descriptor where the kinds are read, or -1.
  static func watch() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { return -1 }
    writeEnd = ends[1]
    for (number, _) in asking {
      install(number, Int32(SA_RESTART)) { TerminalSignals.note($0) }
    }
    for number in fatal {
      // Back to the default action, which ends the process and says why.
      install(number, Int32(bitPattern: UInt32(SA_RESETHAND))) {
        TerminalSignals.restore()
        kill(getpid(), $0)
      }
    }
    return ends[0]
  }

  private static func install(_ number: Int32, _ flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void)
  {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }

  private static func note(_ number: Int32) {
    let saved = errno
    var byte = asking.first { $0.0 == number }?.1.rawValue ?? 0
    _ = write(writeEnd, &byte, 1)
    errno = saved
  }

  /// The default action for all again.
  static func release(_ descriptor: Int32) {
    for (number, _) in asking { signal(number, SIG_DFL) }
    for number in fatal { signal(number, SIG_DFL) }
    close(descriptor)
    close(writeEnd)
    writeEnd = -1
  }

  /// Stops the process, as its terminal's user wants; comes back when it is resumed.
  static func suspend() {
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    install(SIGTSTP, Int32(SA_RESTART)) { TerminalSignals.note($0) }
  }

  static func kinds(from descriptor: Int32) -> [Kind] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).compactMap(Kind.init) : []
  }
}
