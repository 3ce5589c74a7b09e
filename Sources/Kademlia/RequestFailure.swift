/// Why a request will not be answered.
package enum RequestFailure: String, Hashable, Sendable, CaseIterable {
  /// The onion could not be dialled, or the hello did not come about.
  case unreachable
  /// The link closed before the answer came.
  case closed
  /// The address belongs to another identity than the contact claims.
  case otherIdentity = "other-identity"
  /// The answer was of the wrong kind or could not be decoded.
  case nonsense
  /// No answer within the hard time-out.
  case timedOut = "timed-out"
  /// This node's own network is at fault; nobody is blamed.
  case ownNetwork = "own-network"
}
