import Reactor
import TorProtocol
import Wire
import World

/// One connection to our own onion through tor on a circuit of its own. Loop-confined; dropping it gives up.
final class OnionProbe {
  private let loop: EventLoop
  private let onResult: (SOCKS5Error?) -> Void
  private var handshake: SOCKS5Handshake?
  private var connection: Connection?
  private var timer: Timer?

  /// `isolation` has to be new each time. `onResult` is called once, with nil when the onion was reached.
  init(
    loop: EventLoop, through proxy: SOCKSEndpoint, to address: OnionAddress, port: UInt16, isolation: String,
    onResult: @escaping (SOCKS5Error?) -> Void
  ) {
    self.loop = loop
    self.onResult = onResult
    handshake = SOCKS5Handshake(host: address.hostname, port: port, isolation: isolation)
    timer = Timer(loop: loop) { [unowned self] in act { $0.tick(at: $1) } }
    let endpoint: Endpoint =
      switch proxy {
      case .tcp(let host, let port): .tcp(host: host, port: port)
      case .unix(let path): .unix(path: path)
      }
    guard let connection = try? Connection(loop: loop, connectingTo: endpoint) else {
      loop.later { [weak self] in self?.end(.closed(awaiting: .method)) }
      return
    }
    connection.onOpen = { [unowned self] in act { $0.start(at: $1) } }
    connection.onBytes = { [unowned self] bytes in act { $0.received(bytes, at: $1) } }
    connection.onClosed = { [unowned self] _ in
      act { $0.failed(at: $1) }
      end(.closed(awaiting: .method))
    }
    self.connection = connection
  }

  private func act(_ body: (inout SOCKS5Handshake, Moment) -> [SOCKS5Handshake.Directive]) {
    guard var handshake else { return }
    let directives = body(&handshake, loop.now)
    self.handshake = handshake
    if let deadline = handshake.nextDeadline { timer?.schedule(at: deadline) }
    for directive in directives {
      switch directive {
      case .send(let bytes): do { try connection?.write(bytes) } catch { end(.closed(awaiting: .method)) }
      case .connected: end(nil)
      case .failed(let error): end(error)
      }
    }
  }

  private func end(_ error: SOCKS5Error?) {
    guard handshake != nil else { return }
    (handshake, timer) = (nil, nil)
    connection?.close()
    onResult(error)
  }
}
