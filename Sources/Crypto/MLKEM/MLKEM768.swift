/// The key encapsulation mechanism ML-KEM-768 (FIPS 203). Neither branches nor addresses depend on a secret.
package enum MLKEM768 {
  package static let encapsulationKeyCount = KPKE.publicKeyCount
  package static let decapsulationKeyCount = KPKE.secretKeyCount + KPKE.publicKeyCount + 32 + 32
  package static let ciphertextCount = KPKE.ciphertextCount
  package static let sharedSecretCount = 32
  /// d ‖ z, from which a decapsulation key is made again.
  package static let seedCount = 64

  /// What an encapsulation yields: the 1,088 bytes to send and the 32-byte secret that the owner of the key gets from them.
  package struct Encapsulation: Sendable {
    package let ciphertext: [UInt8]
    package let sharedSecret: SecretBytes
  }

  /// G(message ‖ H(key)): the 32-byte shared secret and, behind it, 32 bytes of randomness for the encryption.
  static func deriveSecrets(
    message: UnsafePointer<UInt8>, keyHash: [UInt8], to target: UnsafeMutablePointer<UInt8>
  ) {
    var sponge = Sponge(.sha3x512)
    sponge.absorb(message, count: 32)
    sponge.absorb(keyHash, count: 32)
    sponge.squeeze(target, count: 64)
  }
}
