import CLinux
import Glibc

/// A socket that takes datagrams, as a service manager has one; a name with `@` is abstract.
final class DatagramSocket {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(2 + name.count)) }
    }
    guard bound == 0 else { throw FakeDaemon.Trouble.socket(errno) }
  }

  deinit { close(descriptor) }

  /// The datagram that has come, or nothing.
  var received: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
