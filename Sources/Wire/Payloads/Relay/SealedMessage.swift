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
}
