/// Where a node listens: a host name and a port. On the network of the mission it is an onion address; a host of
/// 127.0.0.1 occurs only between processes of one machine that run without Tor.
package struct PeerAddress: Hashable, Sendable {
  /// The port of the protocol.
  package static let standardPort: UInt16 = 25519

  package let host: String
  package let port: UInt16
  /// Whether the host is an onion; looked at often, so it is kept.
  package let isOnion: Bool

  package init(host: String, port: UInt16 = PeerAddress.standardPort) {
    self.host = host
    self.port = port
    isOnion = host.hasSuffix(".onion")
  }

  package init(_ onion: OnionAddress, port: UInt16 = PeerAddress.standardPort) {
    self.init(host: onion.hostname, port: port)
  }

  /// From `host:port`; the host is an onion address whose checksum holds, or 127.0.0.1. Nil for anything else: a
  /// name that has to be resolved, or an address outside Tor, would reveal who asks.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let port = UInt16(parts[1]), port > 0
    else { return nil }
    let host = parts[0].lowercased()
    guard host == "127.0.0.1" || OnionAddress(hostname: host) != nil else { return nil }
    self.init(host: host, port: port)
  }

  /// The onion address, unless the host is a loopback one.
  package var onion: OnionAddress? { OnionAddress(hostname: host) }

  /// `host:port`.
  package var text: String { "\(host):\(port)" }
}
