/// `sssShareRequest`: asks a holder for its share; the plaintext inside the ratchet.
package struct SSSShareRequestMessage: Codable, Hashable, Sendable {
  package var shareID: String
  /// X25519, 32 bytes.
  package var requesterDHPublicKey: Base64Data

  package init(shareID: String, requesterDHPublicKey: Base64Data) {
    self.shareID = shareID
    self.requesterDHPublicKey = requesterDHPublicKey
  }
}
