import TorProtocol
import World

/// A stream through tor to the echo or the sink of a daemon's onion.
struct EchoStream {
  private let socket: Socket

  /// Opens it with the isolation of another stream to the same onion, so that tor puts both on one circuit.
  init(socksPort: UInt16, like stream: TappedStream, to port: UInt16 = ControlTap.echoPort) throws {
    socket = try Socket(connectingTo: socksPort)
    guard var handshake = SOCKS5Handshake(host: stream.host, port: port, isolation: stream.isolation)
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

  /// Sends so many bytes to a sink and waits until it has them; how long that took.
  func pour(_ count: Int) throws -> Duration {
    let piece = [UInt8](repeating: 0x5A, count: 65_536)
    let start = ContinuousClock.now
    socket.send((0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) })
    var left = count
    while left > 0 {
      try Interruption.check()
      guard socket.send(left < piece.count ? Array(piece.prefix(left)) : piece) else {
        throw BenchFailure.unexpected("the sink's stream has ended")
      }
      left -= min(left, piece.count)
    }
    _ = try receive()
    return ContinuousClock.now - start
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
