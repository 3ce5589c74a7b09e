import Reactor
import TorProtocol
import Wire
import World

/// One connection through tor on its way.
final class SOCKSDial {
  private let loop: EventLoop
  private let onEnd: (Result<DialledStream, DialError>) -> Void
  private var handshake: SOCKS5Handshake?
  private var connection: Connection?
  private var timer: Timer?

  init(
    loop: EventLoop, endpoint: SOCKSEndpoint?, _ address: PeerAddress, isolation: String,
    _ onEnd: @escaping (Result<DialledStream, DialError>) -> Void
  ) {
    self.loop = loop
    self.onEnd = onEnd
    // Anything but an onion address would leave tor through an exit, in the clear.
    let handshake = address.onion.flatMap {
      SOCKS5Handshake(host: $0.hostname, port: address.port, isolation: isolation)
    }
    guard let handshake else {
      failLater(.unusableAddress)
      return
    }
    guard let endpoint else {
      failLater(.torNotReady)
      return
    }
    guard let connection = try? Connection(loop: loop, connectingTo: Endpoint(endpoint)) else {
      failLater(.torNotReady)
      return
    }
    self.handshake = handshake
    self.connection = connection
    connection.onOpen = { [unowned self] in step { handshake, now in handshake.start(at: now) } }
    connection.onBytes = { [unowned self] bytes in
      step { handshake, now in handshake.received(bytes, at: now) }
    }
    connection.onClosed = { [unowned self] in closed($0) }
    timer = Timer(loop: loop) { [unowned self] in step { handshake, now in handshake.tick(at: now) } }
  }

  private func failLater(_ error: DialError) {
    loop.later { [weak self] in self?.onEnd(.failure(error)) }
  }

  private func closed(_ reason: CloseReason) {
    switch reason {
    case .connectFailed: end(.failure(.torUnreachable(reason)))
    case .endOfStream, .failed: step { handshake, now in handshake.failed(at: now) }
    }
  }

  private func step(_ change: (inout SOCKS5Handshake, Moment) -> [SOCKS5Handshake.Directive]) {
    guard var handshake else { return }
    let directives = change(&handshake, loop.now)
    self.handshake = handshake
    if let due = handshake.nextDeadline { timer?.schedule(at: due) } else { timer?.cancel() }
    for directive in directives {
      switch directive {
      case .send(let bytes):
        // A few bytes fit, unless the connection is breaking, which it then says itself.
        try? connection?.write(bytes)
      case .connected(let early):
        guard let connection else { return }
        (connection.onOpen, connection.onBytes, connection.onClosed) = (nil, nil, nil)
        self.connection = nil
        end(.success(DialledStream(connection: connection, early: early)))
      case .failed(let error): end(.failure(.tor(error)))
      }
    }
  }

  private func end(_ result: Result<DialledStream, DialError>) {
    handshake = nil
    timer?.cancel()
    connection?.close()
    connection = nil
    onEnd(result)
  }
}

extension Endpoint {
  fileprivate init(_ endpoint: SOCKSEndpoint) {
    switch endpoint {
    case .tcp(let host, let port): self = .tcp(host: host, port: port)
    case .unix(let path): self = .unix(path: path)
    }
  }
}
