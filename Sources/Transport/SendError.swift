/// Why a message did not go onto a link. Nothing of it was sent.
package enum SendError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no link to the peer, or it has just ended: connect, and send again.
  case notConnected
  /// The peer reads too slowly: send again when the link drains.
  case outputFull
  /// The message is longer than a frame may be.
  case tooLarge

  package var description: String {
    switch self {
    case .notConnected: "there is no link to the peer"
    case .outputFull: "the peer reads too slowly"
    case .tooLarge: "the message is larger than a frame may be"
    }
  }
}
