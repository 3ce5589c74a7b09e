import CSodium

extension MLKEM768 {
  /// A private key, expanded.
  package struct DecapsulationKey: Sendable {
    package let encapsulationKey: EncapsulationKey
    private let key: KPKE.SecretKey
    /// z: the key of the secrets that stand in for those of ciphertexts that were tampered with.
    private let rejection: SecretBytes

    /// The key of the 64-byte seed d ‖ z (ML-KEM.KeyGen_internal).
    package init(seed: SecretBytes) throws(CryptoError) {
      guard seed.count == seedCount else { throw .wrongLength(expected: seedCount, actual: seed.count) }
      var made: (KPKE.PublicKey, KPKE.SecretKey)?
      let rawBytes = [UInt8](unsafeUninitializedCapacity: encapsulationKeyCount) { target, count in
        guard let start = target.baseAddress else { return }
        made = seed.withUnsafePointer { KPKE.generate(seed: $0, publicKey: start) }
        count = encapsulationKeyCount
      }
      guard let (publicKey, secretKey) = made else { preconditionFailure("a buffer has an address") }
      encapsulationKey = EncapsulationKey(rawBytes: rawBytes, key: publicKey)
      key = secretKey
      rejection = seed[32..<64]
    }

    /// An expanded key of 2,400 bytes, after the checks of FIPS 203 §7.3 (length and hash) and of the coefficients.
    package init(rawBytes: SecretBytes) throws(CryptoError) {
      guard rawBytes.count == decapsulationKeyCount else {
        throw .wrongLength(expected: decapsulationKeyCount, actual: rawBytes.count)
      }
      let publicEnd = KPKE.secretKeyCount + encapsulationKeyCount
      let publicBytes = rawBytes[KPKE.secretKeyCount..<publicEnd].exposed
      encapsulationKey = try EncapsulationKey(rawBytes: publicBytes)
      guard let key = rawBytes.withUnsafePointer({ KPKE.SecretKey($0) }),
        constantTimeEquals(encapsulationKey.hash, rawBytes[publicEnd..<publicEnd + 32].exposed)
      else { throw .malformedKey }
      self.key = key
      rejection = rawBytes[publicEnd + 32..<decapsulationKeyCount]
    }

    /// A fresh key from the given chance.
    package static func generate(using chance: inout some RandomNumberGenerator) -> DecapsulationKey {
      guard let key = try? DecapsulationKey(seed: .random(seedCount, using: &chance)) else {
        preconditionFailure("any 64 bytes are a seed")
      }
      return key
    }

    /// The 2,400 bytes dk of FIPS 203: ŝ ‖ ek ‖ H(ek) ‖ z.
    package var rawBytes: SecretBytes {
      SecretBytes(count: decapsulationKeyCount) { target in
        key.encode(to: target)
        let publicKey = target + KPKE.secretKeyCount
        publicKey.update(from: encapsulationKey.rawBytes, count: encapsulationKeyCount)
        (publicKey + encapsulationKeyCount).update(from: encapsulationKey.hash, count: 32)
        rejection.withUnsafePointer { (publicKey + encapsulationKeyCount + 32).update(from: $0, count: 32) }
      }
    }

    /// The secret of a ciphertext of 1,088 bytes. One that was not made for this key yields a secret that nobody else
    /// knows, and nothing tells the two apart (implicit rejection).
    package func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
      guard ciphertext.count == ciphertextCount else {
        throw .wrongLength(expected: ciphertextCount, actual: ciphertext.count)
      }
      let message = SecretBytes(count: 32) { KPKE.decrypt(ciphertext, with: key, message: $0) }
      let secrets = SecretBytes(count: 64) { target in
        message.withUnsafePointer { deriveSecrets(message: $0, keyHash: encapsulationKey.hash, to: target) }
      }
      let again = SecretBytes(count: ciphertextCount) { target in
        message.withUnsafePointer { message in
          secrets.withUnsafePointer {
            KPKE.encrypt(message, to: encapsulationKey.key, randomness: $0 + 32, ciphertext: target)
          }
        }
      }
      // 0 where the ciphertexts are equal, else −1.
      let difference = again.withUnsafePointer { sodium_memcmp($0, ciphertext, ciphertextCount) }
      return select(secrets, or: rejected(ciphertext), mask: UInt8(truncatingIfNeeded: difference))
    }

    /// J(z ‖ ciphertext).
    private func rejected(_ ciphertext: [UInt8]) -> SecretBytes {
      SecretBytes(count: 32) { target in
        var sponge = Sponge(.shake256)
        rejection.withUnsafePointer { sponge.absorb($0, count: 32) }
        sponge.absorb(ciphertext, count: ciphertext.count)
        sponge.squeeze(target, count: 32)
      }
    }

    /// The first 32 bytes of `secret` for the mask 00, of `other` for the mask FF.
    private func select(_ secret: SecretBytes, or other: SecretBytes, mask: UInt8) -> SecretBytes {
      SecretBytes(count: 32) { target in
        secret.withUnsafePointer { secret in
          other.withUnsafePointer { other in
            for index in 0..<32 { target[index] = (secret[index] & ~mask) | (other[index] & mask) }
          }
        }
      }
    }
  }
}
