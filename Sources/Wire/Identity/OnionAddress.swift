import Bytes
import Crypto

/// A v3 onion address (tor's rend-spec-v3 §6): base32 of public key ‖ checksum ‖ version, with `.onion`. It is
/// derived from the node's signing key, so an address proves whose it is once the key is proven.
package struct OnionAddress: Hashable, Sendable {
  package static let hostnameLength = 62
  private static let version: UInt8 = 3

  /// The Ed25519 public key inside, 32 bytes.
  package let publicKey: [UInt8]
  /// 56 lower-case base32 characters and `.onion`.
  package let hostname: String

  /// The address of a signing key; nil unless it has 32 bytes.
  package init?(signingKey: [UInt8]) {
    guard signingKey.count == Ed25519.publicKeyCount else { return nil }
    publicKey = signingKey
    let checksum = OnionAddress.checksum(signingKey)
    hostname = Base32.encode(signingKey + checksum + [OnionAddress.version]) + ".onion"
  }

  /// Parses a hostname in either case; nil when its length, alphabet, version or checksum is wrong.
  package init?(hostname: String) {
    let lower = hostname.lowercased()
    guard lower.utf8.count == OnionAddress.hostnameLength, lower.hasSuffix(".onion"),
      let bytes = Base32.decode(lower.dropLast(6)), bytes.count == 35, bytes[34] == OnionAddress.version,
      Array(bytes[32..<34]) == OnionAddress.checksum(Array(bytes[..<32]))
    else { return nil }
    publicKey = Array(bytes[..<32])
    self.hostname = lower
  }

  /// tor's name for the service: the hostname without `.onion`.
  package var serviceID: String { String(hostname.dropLast(6)) }

  private static func checksum(_ key: [UInt8]) -> [UInt8] {
    Array(SHA3_256.hash(Array(".onion checksum".utf8), key, [version])[..<2])
  }
}
