import CLinux
import Glibc

/// A blocking stream socket of this machine, closed with its last owner.
final class Socket: Sendable {
  private let descriptor: Int32

  private init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  // MARK: Making

  /// A connection to a port of 127.0.0.1, without Nagle's delay.
  convenience init(connectingTo port: UInt16) throws(BenchFailure) {
    self.init(adopting: try Self.make(AF_INET))
    guard Self.withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
      throw .system("port \(port)", errno: errno)
    }
    sendAtOnce()
  }

  /// A connection to a Unix socket.
  convenience init(connectingTo path: String) throws(BenchFailure) {
    self.init(adopting: try Self.make(AF_UNIX))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw .system(path, errno: errno) }
  }

  /// A listener on a free port of 127.0.0.1.
  static func listening() throws(BenchFailure) -> (socket: Socket, port: UInt16) {
    let socket = Socket(adopting: try make(AF_INET))
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (name) -> Int32 in
        guard withAddress(0, { bind(socket.descriptor, $0, $1) }) == 0, listen(socket.descriptor, 64) == 0 else {
          return -1
        }
        return getsockname(socket.descriptor, name, &length)
      }
    }
    guard code == 0 else { throw .system("a port to listen on", errno: errno) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection, or nil once the listener is shut down.
  func accept() -> Socket? {
    while true {
      let accepted = Glibc.accept(descriptor, nil, nil)
      if accepted >= 0 {
        let socket = Socket(adopting: accepted)
        socket.sendAtOnce()
        return socket
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  // MARK: Bytes

  /// What has come, at most 64 KiB; empty at the end of the stream; nil when `limit` passed before anything came.
  func receive(within limit: Duration) throws(BenchFailure) -> [UInt8]? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, Int32(limit.seconds * 1000))
    guard ready > 0 else {
      if ready == 0 || errno == EINTR { return nil }
      throw .system("a connection", errno: errno)
    }
    return receive()
  }

  /// What has come, at most 64 KiB; empty when the stream has ended or broken.
  func receive() -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, used in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        used = max(0, count)
      }
      if count >= 0 || errno != EINTR {
        acknowledge()
        return bytes
      }
    }
  }

  /// Exactly `count` bytes, or nil when the stream ends before.
  func receive(exactly count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let got = recv(descriptor, &chunk, chunk.count, 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      bytes += chunk.prefix(got)
    }
    return bytes
  }

  /// Writes all; false when the other side is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Wakes whoever reads or accepts: the stream has ended.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: Details

  private static func make(_ family: Int32) throws(BenchFailure) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system("a socket", errno: errno) }
    return descriptor
  }

  private func sendAtOnce() { set(TCP_NODELAY) }

  /// Has the kernel acknowledge at once what came, as the daemon does: tor holds back a cell until the one before is
  /// acknowledged, and the echo shall show the circuit, not that.
  private func acknowledge() { set(TCP_QUICKACK) }

  private func set(_ option: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func withAddress<R>(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
