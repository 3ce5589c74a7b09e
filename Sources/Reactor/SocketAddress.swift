import CLinux
import Glibc

/// An endpoint in the kernel's form.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private(set) var length: socklen_t

  var family: Int32 { Int32(storage.ss_family) }

  /// - Throws: `EndpointError` when the endpoint is not one.
  init(_ endpoint: Endpoint) throws(EndpointError) {
    switch endpoint {
    case .tcp(let host, let port):
      var v4 = sockaddr_in()
      var v6 = sockaddr_in6()
      if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_port = port.bigEndian
        length = Self.copy(v4, into: &storage)
      } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_port = port.bigEndian
        length = Self.copy(v6, into: &storage)
      } else {
        throw .notNumeric(host: host)
      }
    case .unix(let path):
      var address = sockaddr_un()
      let bytes = Array(path.utf8)
      let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
      guard !bytes.isEmpty else { throw .pathEmpty }
      guard bytes.count <= limit else { throw .pathTooLong(path: path, limit: limit) }
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      length = Self.copy(address, into: &storage)
    }
  }

  private static func copy<Address>(_ address: Address, into storage: inout sockaddr_storage) -> socklen_t {
    withUnsafeBytes(of: address) { bytes in
      withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }
    return socklen_t(MemoryLayout<Address>.size)
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }

  /// A new stream socket of this family: non-blocking, not inherited by children.
  func makeSocket() throws(SystemError) -> Int32 {
    let descriptor = sx_stream_socket(family)
    guard descriptor >= 0 else { throw SystemError.last("socket") }
    return descriptor
  }

  /// A new socket that is connected to this address or on its way there.
  func connectedSocket() throws(SystemError) -> Int32 {
    let descriptor = try makeSocket()
    let code = withPointer { connect(descriptor, $0, length) }
    if code == 0 || errno == EINPROGRESS { return descriptor }
    defer { close(descriptor) }
    throw SystemError.last("connect")
  }

  /// The port that a bound TCP socket has.
  static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    switch Int32(storage.ss_family) {
    case AF_INET, AF_INET6:
      // sin_port and sin6_port lie at the same place.
      return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    default: return nil
    }
  }
}
