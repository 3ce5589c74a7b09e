/// Why a dial did not lead to a link.
package enum DialFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The address was not reached.
  case notReached(DialError)
  /// It was reached, and the link ended before the peer was known.
  case noLink(LinkCloseReason)
  /// This node gave it up.
  case cancelled

  package var description: String {
    switch self {
    case .notReached(let error): error.description
    case .noLink(let reason): reason.description
    case .cancelled: "given up"
    }
  }

  /// Whether the cause lies on this side, so that it says nothing about the peer.
  package var isOurs: Bool {
    switch self {
    case .notReached(let error): error.isOurs
    case .noLink(.evicted), .noLink(.requested), .cancelled: true
    case .noLink: false
    }
  }
}
