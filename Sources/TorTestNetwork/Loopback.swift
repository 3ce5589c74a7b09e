import Glibc

/// Ports of 127.0.0.1.
enum Loopback {
  /// Lends the socket address of a port.
  static func withAddress<R>(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  /// `count` ports that nobody listens on, none of them among `taken`.
  static func freePorts(_ count: Int, besides taken: Set<UInt16>) throws(TestNetworkError) -> [UInt16] {
    let range = try portRange()
    var found: [UInt16] = []
    var tries = 0
    while found.count < count {
      tries += 1
      guard tries < 10_000 else { throw .noFreePorts }
      let port = UInt16.random(in: range)
      if !taken.contains(port), !found.contains(port), isFree(port) { found.append(port) }
    }
    return found
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    return withAddress(port) { bind(socket, $0, $1) } == 0
  }

  private static func portRange() throws(TestNetworkError) -> Range<UInt16> {
    let text = try Files.text("/proc/sys/net/ipv4/ip_local_port_range")
    let lowest = UInt16(TestNetworkSettings.lowestPort)
    guard let first = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).first.flatMap({ UInt16($0) }),
      first > lowest + 1000
    else { throw .noFreePorts }
    return lowest..<first
  }
}
