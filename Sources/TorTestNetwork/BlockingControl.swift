import Bytes
import Crypto
import Glibc
package import TorProtocol

/// A control connection for tests and tools: asks and waits. The node itself uses `Tor`.
package final class BlockingControl {
  private let socket: Int32
  private let node: String
  private let log: String
  private var parser = ReplyParser()

  /// Connects to 127.0.0.1 and authenticates with SAFECOOKIE; `timeout` bounds each wait.
  package init(
    port: UInt16, cookiePath: String, timeout: Duration, node: String, log: String
  ) throws(TestNetworkError) {
    self.node = node
    self.log = log
    socket = try Self.connect(port: port, timeout: timeout, node: node, log: log)
    try authenticate(cookiePath)
  }

  deinit { close(socket) }

  /// Sends a command and returns tor's answer, whatever its code. Events that come before it are dropped.
  package func ask(_ command: ControlCommand) throws(TestNetworkError) -> ControlReply {
    try send(command.line)
    var chunk = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else {
        throw failure(count == 0 ? "closed its control connection" : "control port: \(errnoText(errno))")
      }
      do {
        // One command is open at a time, so at most one reply comes.
        for reply in try parser.push(chunk[..<count]) where !reply.isEvent { return reply }
      } catch { throw failure("\(error)") }
    }
  }

  /// Like `ask`, but a refusal is an error.
  @discardableResult
  package func tell(_ command: ControlCommand) throws(TestNetworkError) -> ControlReply {
    let reply = try ask(command)
    guard reply.isSuccess else { throw failure("\(command.name): \(reply.summary)") }
    return reply
  }

  /// The value of one GETINFO key, or nil when tor has none.
  package func info(_ key: ControlToken) throws(TestNetworkError) -> String? {
    try ask(.getInfo([key])).value(of: key)
  }

  private func failure(_ reason: String) -> TestNetworkError { .control(node: node, reason: reason, log: log) }

  private func authenticate(_ cookiePath: String) throws(TestNetworkError) {
    let cookie = try Files.read(cookiePath)
    var random = SystemRandom()
    let exchange = SafeCookie(using: &random)
    let challenge = try tell(.authChallenge(clientNonce: exchange.clientNonce))
    do {
      try tell(.authenticate(proof: exchange.proof(answering: challenge, cookie: cookie)))
    } catch let error as TestNetworkError { throw error } catch { throw failure("SAFECOOKIE: \(error)") }
  }

  private func send(_ bytes: [UInt8]) throws(TestNetworkError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw failure("control port: \(errnoText(errno))") }
      rest = rest.dropFirst(count)
    }
  }

  private static func connect(
    port: UInt16, timeout: Duration, node: String, log: String
  ) throws(TestNetworkError) -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .control(node: node, reason: errnoText(errno), log: log) }
    let (seconds, attoseconds) = timeout.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var noDelay: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
    guard Loopback.withAddress(port, { Glibc.connect(socket, $0, $1) }) == 0 else {
      let code = errno
      close(socket)
      throw .control(node: node, reason: "control port \(port): \(errnoText(code))", log: log)
    }
    return socket
  }
}
