/// `sssShareDelivery`: one Shamir share for its holder; the plaintext inside the ratchet.
package struct SSSShareDeliveryMessage: Codable, Hashable, Sendable {
  /// Of the whole set of shares.
  package var shareID: String
  /// X25519, 32 bytes.
  package var ephemeralPublicKey: Base64Data
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the JSON of the share.
  package var encryptedShare: Base64Data
  package var senderPeerID: String
  package var threshold: UInt8
  package var total: UInt8

  package init(
    shareID: String, ephemeralPublicKey: Base64Data, encryptedShare: Base64Data, senderPeerID: String,
    threshold: UInt8, total: UInt8
  ) {
    self.shareID = shareID
    self.ephemeralPublicKey = ephemeralPublicKey
    self.encryptedShare = encryptedShare
    self.senderPeerID = senderPeerID
    self.threshold = threshold
    self.total = total
  }
}
