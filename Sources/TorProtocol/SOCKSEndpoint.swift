/// Where tor takes SOCKS connections.
package enum SOCKSEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// An IP address in text and a port that is not 0.
  case tcp(host: String, port: UInt16)
  case unix(path: String)

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// The usable endpoints of a `net/listeners/socks` value, best first: loopback TCP, then sockets, then other
  /// addresses. A wildcard address is reached through loopback; port 0 and what cannot be read are left out, so a tor
  /// with its network disabled yields none.
  package static func usable(listeners: String) -> [SOCKSEndpoint] {
    let listed = (ControlText.arguments(listeners) ?? []).compactMap {
      SOCKSEndpoint(listener: String(decoding: $0.value, as: UTF8.self))
    }
    return listed.filter { $0.rank == 0 } + listed.filter { $0.rank == 1 } + listed.filter { $0.rank == 2 }
  }

  private init?(listener: String) {
    if listener.hasPrefix("unix:") {
      let path = String(listener.dropFirst(5))
      guard path.hasPrefix("/") else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = listener.lastIndex(of: ":"), let port = UInt16(listener[listener.index(after: colon)...]),
      port != 0
    else { return nil }
    var host = String(listener[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    switch host {
    case "0.0.0.0": self = .tcp(host: "127.0.0.1", port: port)
    case "::": self = .tcp(host: "::1", port: port)
    case _: self = .tcp(host: host, port: port)
    }
  }

  private var rank: Int {
    switch self {
    case .tcp(let host, _): host.hasPrefix("127.") || host == "::1" ? 0 : 2
    case .unix: 1
    }
  }
}
