/// `sssShareResponse`: the share, encrypted for the one who asked; the plaintext inside the ratchet.
package struct SSSShareResponseMessage: Codable, Hashable, Sendable {
  package var shareID: String
  /// X25519, 32 bytes.
  package var ephemeralPublicKey: Base64Data
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the JSON of the share.
  package var encryptedShare: Base64Data

  package init(shareID: String, ephemeralPublicKey: Base64Data, encryptedShare: Base64Data) {
    self.shareID = shareID
    self.ephemeralPublicKey = ephemeralPublicKey
    self.encryptedShare = encryptedShare
  }
}
