package import Reactor
package import Wire

/// Dials 127.0.0.1 directly: for tests and benchmarks without tor.
package final class LoopbackDialer: Dialer {
  private let loop: EventLoop

  package init(loop: EventLoop) { self.loop = loop }

  package func dial(
    _ address: PeerAddress, isolation: String, onEnd: @escaping (Result<DialledStream, DialError>) -> Void
  ) -> AnyObject {
    DirectDial(loop: loop, address, onEnd)
  }
}

private final class DirectDial {
  private var connection: Connection?

  init(
    loop: EventLoop, _ address: PeerAddress, _ onEnd: @escaping (Result<DialledStream, DialError>) -> Void
  ) {
    let endpoint = Endpoint.tcp(host: address.host, port: address.port)
    guard !address.isOnion, let connection = try? Connection(loop: loop, connectingTo: endpoint) else {
      loop.later { [weak self] in if self != nil { onEnd(.failure(.unusableAddress)) } }
      return
    }
    self.connection = connection
    connection.onOpen = { [unowned self, unowned connection] in
      self.connection = nil
      (connection.onOpen, connection.onClosed) = (nil, nil)
      onEnd(.success(DialledStream(connection: connection)))
    }
    connection.onClosed = { onEnd(.failure(.unreachable($0))) }
  }
}
