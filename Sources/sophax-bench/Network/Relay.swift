import Reactor

/// Passes bytes on between two connections until either ends.
enum Relay {
  static func run(
    _ client: Socket, _ server: Socket, up: @escaping @Sendable ([UInt8]) -> [UInt8],
    down: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    guard let backwards = try? OSThread({ pass(from: server, to: client, down) }) else { return }
    pass(from: client, to: server, up)
    backwards.join()
  }

  private static func pass(from: Socket, to: Socket, _ change: ([UInt8]) -> [UInt8]) {
    while true {
      let bytes = from.receive()
      guard !bytes.isEmpty, to.send(change(bytes)) else { break }
    }
    from.shutDown()
    to.shutDown()
  }
}
