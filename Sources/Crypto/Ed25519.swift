import CSodium

/// Ed25519 signatures (RFC 8032).
package enum Ed25519 {
  package static let seedCount = 32
  package static let publicKeyCount = 32
  package static let signatureCount = 64

  /// Whether `signature` is `publicKey`'s over `message`. Wrong lengths and small-order keys are simply not valid.
  package static func isValid(_ signature: [UInt8], for message: [UInt8], publicKey: [UInt8]) -> Bool {
    Sodium.start()
    guard signature.count == signatureCount, publicKey.count == publicKeyCount else { return false }
    return crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }

  /// A signing key: the 32-byte seed, and what follows from it.
  package struct PrivateKey: Sendable {
    /// The 32-byte seed of RFC 8032 §5.1.5.
    package let seed: SecretBytes
    /// The 32-byte public key.
    package let publicKey: [UInt8]
    private let sodiumKey: SecretBytes

    package init(seed: SecretBytes) throws(CryptoError) {
      Sodium.start()
      guard seed.count == seedCount else { throw .wrongLength(expected: seedCount, actual: seed.count) }
      var publicKey = [UInt8](repeating: 0, count: publicKeyCount)
      sodiumKey = SecretBytes(count: 64) { target in
        seed.withUnsafePointer { _ = crypto_sign_ed25519_seed_keypair(&publicKey, target, $0) }
      }
      self.seed = seed
      self.publicKey = publicKey
    }

    /// A fresh key from the given chance.
    package static func generate(using chance: inout some RandomNumberGenerator) -> PrivateKey {
      guard let key = try? PrivateKey(seed: .random(seedCount, using: &chance)) else {
        preconditionFailure("a seed of 32 bytes is always a key")
      }
      return key
    }

    /// The deterministic 64-byte signature over `message`.
    package func signature(for message: [UInt8]) -> [UInt8] {
      var signature = [UInt8](repeating: 0, count: signatureCount)
      sodiumKey.withUnsafePointer {
        _ = crypto_sign_ed25519_detached(&signature, nil, message, UInt64(message.count), $0)
      }
      return signature
    }

    /// The 64-byte expanded secret key that tor's `ADD_ONION ED25519-V3:` takes: SHA-512 of the seed, its first
    /// half clamped (RFC 8032 §5.1.5).
    package var expanded: SecretBytes {
      var hash = SHA512.hash(seed.exposed)
      hash[0] &= 248
      hash[31] &= 63
      hash[31] |= 64
      return SecretBytes(consuming: &hash)
    }
  }
}
