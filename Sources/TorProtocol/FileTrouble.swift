/// Why a file or socket of tor could not be used, in words that lead to a fix.
package enum FileTrouble: Sendable, Equatable {
  case missing
  /// No permission for `user`, as who this process runs; `group` is the group that has it, when the file's owner and
  /// mode tell.
  case denied(user: String?, group: String?)
  /// A socket that nobody listens on.
  case refused
  /// The content is not what it has to be.
  case wrongContent
  /// Anything else, with the system's words.
  case other(String)

  package var words: String {
    switch self {
    case .missing: "no such file"
    case .denied: "permission denied"
    case .refused: "connection refused"
    case .wrongContent: "not a control cookie (32 bytes)"
    case .other(let words): words
    }
  }
}
