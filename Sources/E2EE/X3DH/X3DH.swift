package import Crypto

/// Extended triple Diffie-Hellman (Signal's specification, revision 1) with the labels of the original protocol.
/// A post-quantum secret, when there is one, is mixed in behind the last of them.
package enum X3DH {
  private static let info = Array("SophaxChat_X3DH_v1".utf8)

  /// The initiator's 32-byte shared secret from its identity and ephemeral keys and the public keys of the peer's
  /// bundle. Throws when one of those has another length than 32 or low order.
  package static func initiatorSecret(
    identity: X25519.PrivateKey, ephemeral: X25519.PrivateKey, peerIdentity: [UInt8], signedPreKey: [UInt8],
    oneTimePreKey: [UInt8]?, pqSharedSecret: SecretBytes? = nil
  ) throws(CryptoError) -> SecretBytes {
    var secrets = [
      try identity.sharedSecret(with: signedPreKey),
      try ephemeral.sharedSecret(with: peerIdentity),
      try ephemeral.sharedSecret(with: signedPreKey),
    ]
    if let oneTimePreKey { secrets.append(try ephemeral.sharedSecret(with: oneTimePreKey)) }
    return derive(secrets, pqSharedSecret)
  }

  /// The responder's: the same secret from the private halves of its prekeys and the initiator's public keys.
  package static func responderSecret(
    identity: X25519.PrivateKey, signedPreKey: X25519.PrivateKey, oneTimePreKey: X25519.PrivateKey?,
    peerIdentity: [UInt8], peerEphemeral: [UInt8], pqSharedSecret: SecretBytes? = nil
  ) throws(CryptoError) -> SecretBytes {
    var secrets = [
      try signedPreKey.sharedSecret(with: peerIdentity),
      try identity.sharedSecret(with: peerEphemeral),
      try signedPreKey.sharedSecret(with: peerEphemeral),
    ]
    if let oneTimePreKey { secrets.append(try oneTimePreKey.sharedSecret(with: peerEphemeral)) }
    return derive(secrets, pqSharedSecret)
  }

  /// HKDF over 32 bytes of FF (the specification's F, which no X25519 public key equals), the DH results in order and
  /// the post-quantum secret.
  private static func derive(_ secrets: [SecretBytes], _ pqSharedSecret: SecretBytes?) -> SecretBytes {
    let prefix = SecretBytes(copying: repeatElement(0xFF, count: 32))
    let inputKey = SecretBytes.joined([prefix] + secrets + (pqSharedSecret.map { [$0] } ?? []))
    return HKDFSHA256.derive(inputKey: inputKey, salt: [UInt8](repeating: 0, count: 32), info: info, count: 32)
  }
}
