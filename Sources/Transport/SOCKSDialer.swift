package import Reactor
package import TorProtocol
package import Wire

/// Dials onion addresses through tor's SOCKS port.
package final class SOCKSDialer: Dialer {
  /// Where tor takes connections; nil while it does not.
  package var endpoint: SOCKSEndpoint?

  private let loop: EventLoop

  package init(loop: EventLoop, endpoint: SOCKSEndpoint? = nil) {
    self.loop = loop
    self.endpoint = endpoint
  }

  package func dial(
    _ address: PeerAddress, isolation: String, onEnd: @escaping (Result<DialledStream, DialError>) -> Void
  ) -> AnyObject {
    SOCKSDial(loop: loop, endpoint: endpoint, address, isolation: isolation, onEnd)
  }
}
