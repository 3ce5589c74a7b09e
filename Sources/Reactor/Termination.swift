import CLinux

/// How a child process ended.
package enum Termination: Hashable, Sendable, CustomStringConvertible {
  case exited(code: Int32)
  case killed(signal: Int32)

  init(waitStatus status: Int32) {
    self =
      sx_wifsignaled(status) != 0 ? .killed(signal: sx_wtermsig(status)) : .exited(code: sx_wexitstatus(status))
  }

  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
