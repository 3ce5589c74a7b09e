import Crypto

/// The key derivations of the ratchet.
enum RatchetKeys {
  private static let rootInfo = Array("SophaxChat_RootKey_v1".utf8)
  private static let initiatorHeaderInfo = Array("SophaxChat_HKAlice_v1".utf8)
  private static let responderHeaderInfo = Array("SophaxChat_NHKBob_v1".utf8)

  /// What a Diffie-Hellman step yields.
  struct RootStep {
    let rootKey: SecretBytes
    let chainKey: SecretBytes
    let nextHeaderKey: SecretBytes
  }

  /// KDF_RK: 96 bytes of HKDF with the root key as salt.
  static func rootStep(rootKey: SecretBytes, sharedSecret: SecretBytes) -> RootStep {
    let keys = HKDFSHA256.derive(inputKey: sharedSecret, salt: rootKey.exposed, info: rootInfo, count: 96)
    return RootStep(rootKey: keys[0..<32], chainKey: keys[32..<64], nextHeaderKey: keys[64..<96])
  }

  /// KDF_CK: the key of the next message.
  static func messageKey(_ chainKey: SecretBytes) -> SecretBytes { HMACSHA256.derive([1], key: chainKey) }

  /// KDF_CK: the chain after the next message.
  static func nextChainKey(_ chainKey: SecretBytes) -> SecretBytes { HMACSHA256.derive([2], key: chainKey) }

  /// The header key of the initiator's first chain.
  static func initiatorHeaderKey(_ sharedSecret: SecretBytes) -> SecretBytes {
    HKDFSHA256.derive(inputKey: sharedSecret, salt: [], info: initiatorHeaderInfo, count: 32)
  }

  /// The header key of the responder's first chain.
  static func responderHeaderKey(_ sharedSecret: SecretBytes) -> SecretBytes {
    HKDFSHA256.derive(inputKey: sharedSecret, salt: [], info: responderHeaderInfo, count: 32)
  }
}
