import Bytes

/// A failed call: what happened, why as a word, and what the caller can do.
package struct RPCError: Error, Codable, Sendable, Hashable {
  /// JSON-RPC's number; follows from the reason.
  package var code: Int
  /// What happened, in words: lower case, no full stop, no secret.
  package var message: String
  package var data: Details

  package struct Details: Codable, Sendable, Hashable {
    package var reason: ControlErrorReason
    /// What the caller can do.
    package var hint: String?
    /// What an ambiguous word could mean: node IDs or message identifiers.
    package var candidates: [String]?
  }

  package init(_ reason: ControlErrorReason, _ message: String, hint: String? = nil, candidates: [String]? = nil) {
    code = reason.code
    self.message = message
    data = Details(reason: reason, hint: hint, candidates: candidates)
  }

  /// Stands in a hint for the contact that the call was about.
  package static let contactPlace = "WHO"

  /// The same with a word for the contact in its hint, as a shell reads it: a command that can be copied.
  package func naming(_ contact: String?) -> RPCError {
    guard let contact else { return self }
    // A name may look like an option.
    let word = (contact.hasPrefix("-") ? "-- " : "") + ShellWord.quoted(contact)
    var error = self
    error.data.hint = data.hint?.replacing(Self.contactPlace, with: word)
    return error
  }

  package var reason: ControlErrorReason { data.reason }
  package var exitCode: ExitCode { data.reason.exitCode }
}
