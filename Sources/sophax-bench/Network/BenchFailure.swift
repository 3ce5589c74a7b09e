import Glibc

/// Why a figure could not be measured.
enum BenchFailure: Error, CustomStringConvertible {
  /// SIGINT or SIGTERM.
  case interrupted
  /// A call of the system failed with this errno.
  case system(String, errno: Int32)
  /// A program that was started ended with failure; its last words.
  case ended(String, String)
  /// Something that was waited for did not come.
  case late(String)
  /// A node refused a call.
  case refused(String)
  /// An answer is not what it should be.
  case unexpected(String)

  var description: String {
    switch self {
    case .interrupted: "interrupted"
    case .system(let what, let code): "\(what): \(String(cString: strerror(code)))"
    case .ended(let program, let words): "\(program) has ended: \(words)"
    case .late(let what): "\(what): not so in time"
    case .refused(let what): what
    case .unexpected(let what): what
    }
  }
}
