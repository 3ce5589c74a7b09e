package import Reactor
package import TorProtocol

/// Why an address was not reached.
package enum DialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// tor is not running yet, or offers no SOCKS port.
  case torNotReady
  /// tor's SOCKS port does not answer.
  case torUnreachable(CloseReason)
  /// tor tried, and says why it failed.
  case tor(SOCKS5Error)
  /// The address cannot be dialled this way: it is no onion address, or no loopback one.
  case unusableAddress
  /// Dialled directly, it did not answer.
  case unreachable(CloseReason)

  package var description: String {
    switch self {
    case .torNotReady: "tor is not ready"
    case .torUnreachable(let reason): "tor's SOCKS port does not answer (\(reason))"
    case .tor(let error): error.description
    case .unusableAddress: "the address is not one that can be dialled"
    case .unreachable(let reason): reason.description
    }
  }

  /// Whether the cause lies on this side, so that it says nothing about the peer.
  package var isOurs: Bool {
    switch self {
    case .torNotReady, .torUnreachable: true
    case .tor(let error): error.advice == .torTrouble
    case .unusableAddress, .unreachable: false
    }
  }
}
