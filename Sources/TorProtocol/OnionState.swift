/// What is known of the node's onion service.
package enum OnionState: Sendable, Equatable {
  /// None is asked for.
  case none
  /// tor does not have it; the reason is tor's, or nil while it was not yet asked.
  case down(reason: String?)
  /// tor has it and no directory has confirmed its descriptor yet.
  case publishing
  /// At least one directory has confirmed the descriptor.
  case up

  /// The word for status and metrics.
  package var word: String {
    switch self {
    case .none: "none"
    case .down: "down"
    case .publishing: "publishing"
    case .up: "up"
    }
  }
}
