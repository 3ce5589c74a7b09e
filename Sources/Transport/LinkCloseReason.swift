package import Reactor

/// Why a link ended.
package enum LinkCloseReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// The peer closed it, or the connection broke.
  case connection(CloseReason)
  /// It never got to a known peer.
  case hello(HelloFailure)
  /// No whole frame came for `TransportSettings.idle`.
  case idle
  /// The peer did not read for `TransportSettings.stalled`.
  case stalled
  /// A frame was announced that is longer than a frame may be.
  case oversizeFrame
  /// Too many frames were no message of the wire.
  case garbage
  /// Its place, or its memory, was needed for others.
  case evicted
  /// Another link to the same peer stands in its place.
  case replaced
  /// This node closed it.
  case requested

  /// What counters are named after.
  package var name: String {
    switch self {
    case .connection: "connection"
    case .hello: "hello"
    case .idle: "idle"
    case .stalled: "stalled"
    case .oversizeFrame: "oversize-frame"
    case .garbage: "garbage"
    case .evicted: "evicted"
    case .replaced: "replaced"
    case .requested: "requested"
    }
  }

  package var description: String {
    switch self {
    case .connection(let reason): reason.description
    case .hello(let failure): failure.description
    case .idle: "the peer went silent"
    case .stalled: "the peer stopped reading"
    case .oversizeFrame: "the peer announced a frame that is too large"
    case .garbage: "the peer sent what is no message"
    case .evicted: "its place was needed for other links"
    case .replaced: "another link to the same peer replaced it"
    case .requested: "closed by this node"
    }
  }
}
