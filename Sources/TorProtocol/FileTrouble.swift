/// Why a file or socket of tor could not be used, in words that lead to a fix.
package enum FileTrouble: Sendable, Equatable {
  case missing
  case denied(Denial)
  /// A socket that nobody listens on.
  case refused
  /// The content is not what it has to be.
  case wrongContent
  /// Anything else, with the system's words.
  case other(String)

  /// A permission that is missing.
  package struct Denial: Sendable, Equatable {
    /// As who this process runs.
    package var user: String?
    /// What refused: the file, or a folder on the way to it. Nil when that cannot be told.
    package var place: String?
    package var owner: String?
    /// The group that its mode lets in; nil when it lets none in.
    package var group: String?

    package init(user: String?, place: String? = nil, owner: String? = nil, group: String? = nil) {
      self.user = user
      self.place = place
      self.owner = owner
      self.group = group
    }
  }

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
