import Synchronization

/// Stands between a daemon and its tor's SOCKS port, and notes the streams that are opened.
final class SOCKSTap: Sendable {
  private final class Book: Sendable {
    let streams = Mutex<[TappedStream]>([])
  }

  private let book: Book
  private let acceptor: Acceptor

  var port: UInt16 { acceptor.port }
  var streams: [TappedStream] { book.streams.withLock { $0 } }

  init(socksPort: UInt16) throws(BenchFailure) {
    let book = Book()
    self.book = book
    acceptor = try Acceptor { client in
      guard let server = try? Socket(connectingTo: socksPort),
        let stream = SOCKSTap.introduction(client, server)
      else { return }
      book.streams.withLock { $0.append(stream) }
      Relay.run(
        client, server,
        up: {
          stream.passedUp($0.count)
          return $0
        },
        down: {
          stream.passedDown($0.count)
          return $0
        })
      stream.end()
    }
  }

  /// Passes the negotiation through, up to the request (RFC 1928, RFC 1929), and reads from it who asks for what.
  private static func introduction(_ client: Socket, _ server: Socket) -> TappedStream? {
    guard let offer = client.receive(exactly: 3), offer == [5, 1, 2], server.send(offer),
      let choice = server.receive(exactly: 2), client.send(choice),
      let name = lengthPrefixed(client, after: 1), let password = lengthPrefixed(client, after: 0),
      server.send(name + password), let verdict = server.receive(exactly: 2), client.send(verdict),
      let host = lengthPrefixed(client, after: 4), let port = client.receive(exactly: 2), server.send(host + port)
    else { return nil }
    return TappedStream(
      isolation: String(decoding: name.dropFirst(2), as: UTF8.self),
      host: String(decoding: host.dropFirst(5), as: UTF8.self), port: UInt16(port[0]) << 8 | UInt16(port[1]))
  }

  /// `count` bytes, a byte that is a length, and that many bytes.
  private static func lengthPrefixed(_ client: Socket, after count: Int) -> [UInt8]? {
    guard let head = client.receive(exactly: count + 1), let body = client.receive(exactly: Int(head[count])) else {
      return nil
    }
    return head + body
  }
}
