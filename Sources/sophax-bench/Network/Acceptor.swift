import Reactor

/// A server on a free port of 127.0.0.1 with a thread for each connection.
final class Acceptor: Sendable {
  let port: UInt16
  private let listener: Socket

  init(_ serve: @escaping @Sendable (Socket) -> Void) throws(BenchFailure) {
    let (listener, port) = try Socket.listening()
    (self.listener, self.port) = (listener, port)
    let acceptor = try? OSThread {
      while let connection = listener.accept() {
        // Without a thread the connection is closed, and its owner sees that.
        try? OSThread { serve(connection) }.detach()
      }
    }
    guard let acceptor else { throw .unexpected("no thread to accept connections") }
    acceptor.detach()
  }

  deinit { listener.shutDown() }

  /// A server that takes as many bytes as the eight before them say, and answers with one.
  static func sink() throws(BenchFailure) -> Acceptor {
    try Acceptor { connection in
      while let head = connection.receive(exactly: 8) {
        var left = head.reduce(0) { $0 << 8 | Int($1) }
        while left > 0 {
          let count = connection.receive().count
          guard count > 0 else { return }
          left -= count
        }
        guard connection.send([1]) else { return }
      }
    }
  }

  /// A server that sends back what comes.
  static func echo() throws(BenchFailure) -> Acceptor {
    try Acceptor { connection in
      while true {
        let bytes = connection.receive()
        guard !bytes.isEmpty, connection.send(bytes) else { return }
      }
    }
  }
}
