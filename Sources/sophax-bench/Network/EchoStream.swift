import TorProtocol
import World

/// A stream through tor to the echo port of a daemon's onion.
struct EchoStream {
  private let socket: Socket

  /// Opens it with the isolation of another stream to the same onion, so that tor puts both on one circuit.
  init(socksPort: UInt16, like stream: TappedStream) throws {
    socket = try Socket(connectingTo: socksPort)
    guard var handshake = SOCKS5Handshake(host: stream.host, port: ControlTap.echoPort, isolation: stream.isolation)
    else { throw BenchFailure.unexpected("the isolation of a daemon's stream cannot be repeated") }
    // Time is bounded by the waits, not by the handshake.
    let now = Moment(instant: Instant(nanoseconds: 0), timestamp: Timestamp(milliseconds: 0))
    var directives = handshake.start(at: now)
    while true {
      for directive in directives {
        switch directive {
        case .send(let bytes): socket.send(bytes)
        case .connected: return
        case .failed(let error): throw BenchFailure.refused("the echo: \(error)")
        }
      }
      directives = handshake.received(try receive(), at: now)
    }
  }

  /// Sends bytes and waits until all of them are back; how long that took.
  func roundTrip(_ bytes: [UInt8]) throws -> Duration {
    let start = ContinuousClock.now
    socket.send(bytes)
    var missing = bytes.count
    while missing > 0 { missing -= try receive().count }
    return ContinuousClock.now - start
  }

  private func receive() throws(BenchFailure) -> [UInt8] {
    let end = ContinuousClock.now + NetworkBenchSettings.echo
    while ContinuousClock.now < end {
      try Interruption.check()
      guard let bytes = try socket.receive(within: .milliseconds(250)) else { continue }
      guard !bytes.isEmpty else { throw .unexpected("the echo's stream has ended") }
      return bytes
    }
    throw .late("an echo")
  }
}
