import Bytes

/// Where a node listens: a host and a port. On the network of the mission the host is an onion; 127.0.0.1 occurs only
/// between processes of one machine that run without Tor. Any other host would have to be resolved, or lies outside
/// Tor, and would reveal who asks, so there is no such address.
///
/// The host is kept as the numbers that its name spells: tables and lookups hold, compare and copy many addresses, and
/// a string in each would have to be counted whenever one is moved.
package struct PeerAddress: Hashable, Sendable {
  /// The port of the protocol.
  package static let standardPort: UInt16 = 25519
  private static let loopbackHost = "127.0.0.1"

  /// The public key of the onion, the most significant word first; zero for 127.0.0.1.
  @usableFromInline let key: (UInt64, UInt64, UInt64, UInt64)
  private let checksum: UInt16
  package let port: UInt16
  /// Whether the host is an onion.
  package let isOnion: Bool

  package init(_ onion: OnionAddress, port: UInt16 = PeerAddress.standardPort) {
    key = NodeID(bytes: onion.publicKey)?.words ?? (0, 0, 0, 0)
    checksum = onion.checksum
    self.port = port
    isOnion = true
  }

  private init(loopbackPort port: UInt16) {
    key = (0, 0, 0, 0)
    checksum = 0
    self.port = port
    isOnion = false
  }

  /// A port of this machine.
  package static func loopback(port: UInt16) -> PeerAddress { PeerAddress(loopbackPort: port) }

  /// Nil unless the host is an onion address whose checksum holds, or 127.0.0.1.
  package init?(host: String, port: UInt16 = PeerAddress.standardPort) {
    if host == PeerAddress.loopbackHost {
      self.init(loopbackPort: port)
    } else if let onion = OnionAddress(hostname: host) {
      self.init(onion, port: port)
    } else {
      return nil
    }
  }

  /// From `host:port`, the port not 0.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let port = UInt16(parts[1]), port > 0
    else { return nil }
    self.init(host: String(parts[0]), port: port)
  }

  /// The onion address, unless the host is a loopback one.
  package var onion: OnionAddress? { isOnion ? OnionAddress(publicKey: keyBytes, checksum: checksum) : nil }

  /// The host as text: 62 characters, or 127.0.0.1.
  package var host: String {
    isOnion ? OnionAddress.hostname(publicKey: keyBytes, checksum: checksum) : PeerAddress.loopbackHost
  }

  /// The characters of the host.
  var hostLength: Int { isOnion ? OnionAddress.hostnameLength : PeerAddress.loopbackHost.utf8.count }

  /// Writes the host to where there is room for it.
  func writeHost(to text: UnsafeMutableBufferPointer<UInt8>) {
    guard isOnion else {
      _ = text.update(fromContentsOf: PeerAddress.loopbackHost.utf8)
      return
    }
    OnionAddress.writeHostname(key: key, checksum: checksum, to: text)
  }

  /// `host:port`.
  package var text: String { "\(host):\(port)" }

  /// The same host with no port: what stands for it whatever the port.
  package var withoutPort: PeerAddress { PeerAddress(key: key, checksum: checksum, port: 0, isOnion: isOnion) }

  private init(key: (UInt64, UInt64, UInt64, UInt64), checksum: UInt16, port: UInt16, isOnion: Bool) {
    (self.key, self.checksum, self.port, self.isOnion) = (key, checksum, port, isOnion)
  }

  private var keyBytes: [UInt8] { NodeID(words: key).bytes }

  @inlinable package static func == (a: PeerAddress, b: PeerAddress) -> Bool {
    a.key == b.key && a.port == b.port && a.isOnion == b.isOnion
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(key.0)
    hasher.combine(key.1)
    hasher.combine(port)
  }
}
