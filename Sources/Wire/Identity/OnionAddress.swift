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
  package var hostname: String { OnionAddress.hostname(publicKey: publicKey, checksum: checksum) }

  /// The address of a signing key; nil unless it has 32 bytes.
  package init?(signingKey: [UInt8]) {
    guard signingKey.count == Ed25519.publicKeyCount else { return nil }
    self.init(publicKey: signingKey, checksum: OnionAddress.checksum(signingKey))
  }

  /// From a key and its checksum, which is believed.
  init(publicKey: [UInt8], checksum: UInt16) {
    (self.publicKey, self.checksum) = (publicKey, checksum)
  }

  /// Parses a hostname in either case; nil when its length, alphabet, version or checksum is wrong.
  package init?(hostname: String) {
    var hostname = hostname
    // Without a lower-case copy: an answer names twenty, and a publication reads twenty answers.
    let decoded = hostname.withUTF8 { text in
      OnionAddress.isHostname(text) ? Base32.decode(ascii: UnsafeBufferPointer(rebasing: text.dropLast(6))) : nil
    }
    guard let bytes = decoded, bytes.count == 35, bytes[34] == OnionAddress.version else { return nil }
    publicKey = Array(bytes[..<32])
    checksum = UInt16(bytes[32]) << 8 | UInt16(bytes[33])
    guard checksum == OnionAddress.checksum(publicKey) else { return nil }
  }

  /// Whether the length and the end are right, the end in either case.
  private static func isHostname(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == hostnameLength
      && zip(text.suffix(6), ".onion".utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ".") }
  }

  /// tor's name for the service: the hostname without `.onion`.
  package var serviceID: String { String(hostname.dropLast(6)) }

  static func hostname(publicKey: [UInt8], checksum: UInt16) -> String {
    var bytes = publicKey
    bytes += [UInt8(checksum >> 8), UInt8(truncatingIfNeeded: checksum), version]
    return Base32.encode(bytes, suffix: ".onion")
  }

  /// The same of a key in words, the most significant first, to where there is room for it.
  static func writeHostname(
    key: (UInt64, UInt64, UInt64, UInt64), checksum: UInt16, to text: UnsafeMutableBufferPointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(byteCount: 35, alignment: 8) { bytes in
      bytes.storeBytes(of: key.0.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: key.1.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: key.2.bigEndian, toByteOffset: 16, as: UInt64.self)
      bytes.storeBytes(of: key.3.bigEndian, toByteOffset: 24, as: UInt64.self)
      bytes.storeBytes(of: checksum.bigEndian, toByteOffset: 32, as: UInt16.self)
      bytes[34] = version
      bytes.withMemoryRebound(to: UInt8.self) { Base32.write(UnsafeBufferPointer($0), to: text) }
    }
    let rest = UnsafeMutableBufferPointer(rebasing: text[56..<hostnameLength])
    _ = rest.update(fromContentsOf: ".onion".utf8)
  }

  private static func checksum(_ key: [UInt8]) -> UInt16 {
    let hash = SHA3_256.hash(Array(".onion checksum".utf8), key, [version])
    return UInt16(hash[0]) << 8 | UInt16(hash[1])
  }
}
