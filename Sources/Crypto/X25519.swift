import CSodium

/// X25519 key agreement (RFC 7748).
package enum X25519 {
  package static let keyCount = 32

  /// A private key; any 32 bytes are one, clamped where they are used.
  package struct PrivateKey: Sendable {
    /// The 32 bytes as they were given.
    package let rawBytes: SecretBytes
    /// The 32-byte public key.
    package let publicKey: [UInt8]

    package init(rawBytes: SecretBytes) throws(CryptoError) {
      Sodium.start()
      guard rawBytes.count == keyCount else { throw .wrongLength(expected: keyCount, actual: rawBytes.count) }
      var publicKey = [UInt8](repeating: 0, count: keyCount)
      rawBytes.withUnsafePointer { _ = crypto_scalarmult_curve25519_base(&publicKey, $0) }
      self.rawBytes = rawBytes
      self.publicKey = publicKey
    }

    /// A fresh key from the given chance.
    package static func generate(using chance: inout some RandomNumberGenerator) -> PrivateKey {
      guard let key = try? PrivateKey(rawBytes: .random(keyCount, using: &chance)) else {
        preconditionFailure("any 32 bytes are an X25519 key")
      }
      return key
    }

    /// The 32-byte shared secret. A low-order public key, whose secret everybody knows, is refused.
    package func sharedSecret(with publicKey: [UInt8]) throws(CryptoError) -> SecretBytes {
      guard publicKey.count == keyCount else { throw .wrongLength(expected: keyCount, actual: publicKey.count) }
      return try SecretBytes(count: keyCount) { (target) throws(CryptoError) in
        let status = rawBytes.withUnsafePointer { crypto_scalarmult_curve25519(target, $0, publicKey) }
        guard status == 0 else { throw .lowOrderPublicKey }
      }
    }
  }
}
