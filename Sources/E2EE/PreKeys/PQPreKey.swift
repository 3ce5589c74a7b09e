import Crypto

/// An ML-KEM-768 key whose public half stands in every bundle. It serves any number of sessions; the one-time prekey beside
/// it is what is deleted first.
package struct PQPreKey: Sendable {
  package let id: UInt32
  /// The private half: the 64 bytes that the key is made from.
  let seed: SecretBytes
  /// 1,184 bytes.
  package let publicKey: [UInt8]

  static func generate(id: UInt32, using chance: inout some RandomNumberGenerator) -> PQPreKey {
    let seed = SecretBytes.random(MLKEM768.seedCount, using: &chance)
    guard let key = try? MLKEM768.DecapsulationKey(seed: seed) else {
      preconditionFailure("any 64 bytes are a seed")
    }
    return PQPreKey(id: id, seed: seed, publicKey: key.encapsulationKey.rawBytes)
  }

  /// The 32-byte secret in a ciphertext of 1,088 bytes. One that was changed yields another secret, and no error.
  func sharedSecret(in ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
    try MLKEM768.DecapsulationKey(seed: seed).decapsulate(ciphertext)
  }
}
