import Crypto

/// `sealed`: a whole wire message that only the recipient can open.
package struct SealedMessage: Codable, Hashable, Sendable {
  /// X25519, 32 bytes, one per message.
  package var ephemeralPublicKey: Base64Data
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the JSON of a wire message.
  package var encryptedPayload: Base64Data

  package init(ephemeralPublicKey: Base64Data, encryptedPayload: Base64Data) {
    self.ephemeralPublicKey = ephemeralPublicKey
    self.encryptedPayload = encryptedPayload
  }

  /// What names this sealed message: SHA-256 of its two fields, one behind the other.
  package var digest: [UInt8] { SHA256.hash(ephemeralPublicKey.bytes, encryptedPayload.bytes) }

  /// The bytes of both fields.
  package var byteCount: Int { ephemeralPublicKey.bytes.count + encryptedPayload.bytes.count }

  /// Whether the fields are long enough to hold anything: a key of 32 bytes, a nonce and a tag.
  package var isWellFormed: Bool { ephemeralPublicKey.bytes.count == 32 && encryptedPayload.bytes.count >= 28 }
}
