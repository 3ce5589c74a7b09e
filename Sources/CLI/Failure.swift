package import ControlAPI

/// Why a command failed: what happened, what to do about it, and how the program ends.
package struct Failure: Error, Hashable, Sendable {
  package let code: ExitCode
  /// The reason as a word, for `--json`.
  package let reason: String
  package let message: String
  package let hint: String?
  package let candidates: [String]

  package init(
    _ code: ExitCode, reason: String? = nil, _ message: String, hint: String? = nil, candidates: [String] = []
  ) {
    self.code = code
    self.reason = reason ?? "\(code)"
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }

  package init(_ error: RPCError) {
    self.init(
      error.exitCode, reason: error.reason.rawValue, error.message, hint: error.data.hint,
      candidates: error.data.candidates ?? [])
  }

  func naming(_ node: NodeChoice) -> Failure {
    Failure(
      code, reason: reason, node.repeated(in: message), hint: hint.map(node.repeated), candidates: candidates)
  }

  /// A command line that cannot be understood.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, message, hint: hint)
  }
}
