package import Crypto
package import Wire
import World

/// Sealing a whole wire message for one recipient: who carries it sees neither sender nor type.
package enum SealedSender {
  private static let info = Array("SophaxChat_SealedSender_v1".utf8)

  package enum Failure: Error, Equatable {
    /// The recipient's identity key is no usable X25519 key.
    case unusableKey
    /// It was sealed for somebody else or changed on the way.
    case authenticationFailed
  }

  /// Seals the JSON of a signed wire message under a key pair of its own.
  package static func seal(
    _ message: [UInt8], to recipient: [UInt8], using chance: inout some RandomNumberGenerator
  ) throws(Failure) -> SealedMessage {
    let ephemeral = X25519.PrivateKey.generate(using: &chance)
    guard let secret = try? ephemeral.sharedSecret(with: recipient) else { throw .unusableKey }
    let box = ChaCha20Poly1305.seal(
      message, key: sealingKey(secret), nonce: chance.bytes(ChaCha20Poly1305.nonceCount), authenticating: [])
    return SealedMessage(
      ephemeralPublicKey: Base64Data(ephemeral.publicKey), encryptedPayload: Base64Data(box))
  }

  /// The JSON inside; nothing in it is checked yet.
  package static func open(_ sealed: SealedMessage, with identity: X25519.PrivateKey) throws(Failure) -> [UInt8] {
    guard let secret = try? identity.sharedSecret(with: sealed.ephemeralPublicKey.bytes),
      let message = try? ChaCha20Poly1305.open(
        sealed.encryptedPayload.bytes, key: sealingKey(secret), authenticating: [])
    else { throw .authenticationFailed }
    return message
  }

  private static func sealingKey(_ secret: SecretBytes) -> SecretBytes {
    HKDFSHA256.derive(inputKey: secret, salt: [], info: info, count: 32)
  }
}
