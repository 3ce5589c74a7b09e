import Glibc

/// A connection to the control socket that the test plays byte by byte.
final class RawControl {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try demand(connected == 0, "connect: \(String(cString: strerror(errno)))")
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(descriptor) }

  /// Leaves. The descriptor stays this connection's own until the end: closed twice it would be somebody else's.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Will write nothing more, and reads on.
  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      try demand(count > 0, "write: \(String(cString: strerror(errno)))")
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until so many lines have come, or the other side has closed.
  func lines(_ count: Int) throws -> [String] {
    var bytes: [UInt8] = []
    var found = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while found < count {
      let got = recv(descriptor, &buffer, buffer.count, 0)
      try demand(got >= 0, "read: \(String(cString: strerror(errno)))")
      if got == 0 { break }
      found += buffer[..<got].count { $0 == UInt8(ascii: "\n") }
      bytes += buffer[..<got]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
