extension MLKEM768 {
  /// A public key, checked and expanded: keep it where several secrets go to one key.
  package struct EncapsulationKey: Sendable {
    /// The 1,184 bytes as they were given.
    package let rawBytes: [UInt8]
    /// H(ek).
    let hash: [UInt8]
    let key: KPKE.PublicKey

    /// Checks length and modulus (FIPS 203 §7.2).
    package init(rawBytes: [UInt8]) throws(CryptoError) {
      guard rawBytes.count == encapsulationKeyCount else {
        throw .wrongLength(expected: encapsulationKeyCount, actual: rawBytes.count)
      }
      guard let key = KPKE.PublicKey(rawBytes) else { throw .malformedKey }
      self.init(rawBytes: rawBytes, key: key)
    }

    init(rawBytes: [UInt8], key: KPKE.PublicKey) {
      self.rawBytes = rawBytes
      self.key = key
      hash = [UInt8](unsafeUninitializedCapacity: 32) { target, count in
        guard let start = target.baseAddress else { return }
        var sponge = Sponge(.sha3x256)
        sponge.absorb(rawBytes, count: rawBytes.count)
        sponge.squeeze(start, count: 32)
        count = 32
      }
    }

    /// A fresh secret for the owner of the key.
    package func encapsulate(using chance: inout some RandomNumberGenerator) -> Encapsulation {
      encapsulate(message: .random(32, using: &chance))
    }

    /// The secret of 32 given bytes (ML-KEM.Encaps_internal); for test vectors.
    package func encapsulate(message: SecretBytes) -> Encapsulation {
      precondition(message.count == 32, "wrong message length")
      let secrets = SecretBytes(count: 64) { target in
        message.withUnsafePointer { deriveSecrets(message: $0, keyHash: hash, to: target) }
      }
      let ciphertext = [UInt8](unsafeUninitializedCapacity: ciphertextCount) { target, count in
        guard let start = target.baseAddress else { return }
        message.withUnsafePointer { message in
          secrets.withUnsafePointer {
            KPKE.encrypt(message, to: key, randomness: $0 + 32, ciphertext: start)
          }
        }
        count = ciphertextCount
      }
      return Encapsulation(ciphertext: ciphertext, sharedSecret: secrets[0..<32])
    }
  }
}
