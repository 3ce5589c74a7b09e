/// Where a socket is: a numeric TCP address or the path of a Unix socket.
package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// `host` is an IPv4 or IPv6 address in numbers: names are never looked up here, since that would leak them.
  case tcp(host: String, port: UInt16)
  case unix(path: String)

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}

/// An `Endpoint` that no socket can have.
package enum EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
  case notNumeric(host: String)
  case pathTooLong(path: String, limit: Int)
  case pathEmpty

  package var description: String {
    switch self {
    case .notNumeric(let host): "\"\(host)\" is not a numeric IP address"
    case .pathTooLong(let path, let limit):
      "the socket path \"\(path)\" is longer than \(limit) bytes; choose a shorter directory"
    case .pathEmpty: "the socket path is empty"
    }
  }
}
