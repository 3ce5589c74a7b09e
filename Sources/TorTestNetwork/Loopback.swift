import Glibc
import Synchronization

/// Ports of 127.0.0.1.
package enum Loopback {
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

  /// Ports that this process has given to a network. Seconds pass until a tor listens on its port, and two networks
  /// that start at the same time must not have one in common: the second tor would be without its port, or reached in
  /// the first one's stead.
  private static let given = Mutex<Set<UInt16>>([])

  /// `count` ports that nobody listens on and that this process has given to nobody yet.
  package static func freePorts(_ count: Int) throws(TestNetworkError) -> [UInt16] {
    let range = try portRange()
    var found: [UInt16] = []
    var tries = 0
    while found.count < count {
      tries += 1
      guard tries < 10_000 else { throw .noFreePorts }
      let port = UInt16.random(in: range)
      if isFree(port), given.withLock({ $0.insert(port).inserted }) { found.append(port) }
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
