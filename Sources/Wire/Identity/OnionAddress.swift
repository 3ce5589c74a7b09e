import Bytes
import Crypto

/// A v3 onion address (tor's rend-spec-v3 §6): base32 of public key ‖ checksum ‖ version, with `.onion`. It is
/// derived from the node's signing key, so an address proves whose it is once the key is proven.
package struct OnionAddress: Hashable, Sendable {
  package static let hostnameLength = 62
  private static let version: UInt8 = 3

  /// The Ed25519 public key inside, 32 bytes.
  package let publicKey: [UInt8]
  /// The two bytes that guard against a slip of the pen; a function of the key.
  let checksum: UInt16
  /// 56 lower-case base32 characters and `.onion`.
  package let hostname: String

  /// The address of a signing key; nil unless it has 32 bytes.
  package init?(signingKey: [UInt8]) {
    guard signingKey.count == Ed25519.publicKeyCount else { return nil }
    self.init(publicKey: signingKey, checksum: OnionAddress.checksum(signingKey))
  }

  /// From a key and its checksum, which is believed.
  init(publicKey: [UInt8], checksum: UInt16) {
    (self.publicKey, self.checksum) = (publicKey, checksum)
    hostname = OnionAddress.hostname(publicKey: publicKey, checksum: checksum)
  }

  /// Parses a hostname in either case; nil when its length, alphabet, version or checksum is wrong.
  package init?(hostname: String) {
    let lower = hostname.lowercased()
    guard lower.utf8.count == OnionAddress.hostnameLength, lower.hasSuffix(".onion"),
      let bytes = Base32.decode(lower.dropLast(6)), bytes.count == 35, bytes[34] == OnionAddress.version
    else { return nil }
    publicKey = Array(bytes[..<32])
    checksum = UInt16(bytes[32]) << 8 | UInt16(bytes[33])
    guard checksum == OnionAddress.checksum(publicKey) else { return nil }
    self.hostname = lower
  }

  /// tor's name for the service: the hostname without `.onion`.
  package var serviceID: String { String(hostname.dropLast(6)) }

  static func hostname(publicKey: [UInt8], checksum: UInt16) -> String {
    let end = [UInt8(checksum >> 8), UInt8(truncatingIfNeeded: checksum), version]
    return Base32.encode(publicKey + end) + ".onion"
  }

  private static func checksum(_ key: [UInt8]) -> UInt16 {
    let hash = SHA3_256.hash(Array(".onion checksum".utf8), key, [version])
    return UInt16(hash[0]) << 8 | UInt16(hash[1])
  }
}
