import CLI
import Glibc

/// SIGINT and SIGTERM as a descriptor that becomes readable. A second signal ends the process at once.
enum Interrupts {
  /// The end of the pipe that the signal handler writes to. Written once, before the handler is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Installs the handlers.
  static func watch() -> Interruption {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return Interruption(descriptor: -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writeEnd = ends[1]
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      var byte: UInt8 = 0
      _ = write(Interrupts.writeEnd, &byte, 1)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
    signal(SIGPIPE, SIG_IGN)
    return Interruption(descriptor: ends[0])
  }

  /// Gives the signals back: from here on they end the process, until the daemon's loop takes them.
  static func release() {
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
