/// One message of the Double Ratchet with header encryption.
package struct RatchetMessage: Codable, Hashable, Sendable {
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the JSON of a `RatchetHeader`.
  package var encryptedHeader: Base64Data
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the JSON of a `MessageContent`, or of the struct of the type that
  /// carries it.
  package var ciphertext: Base64Data

  package init(encryptedHeader: Base64Data, ciphertext: Base64Data) {
    self.encryptedHeader = encryptedHeader
    self.ciphertext = ciphertext
  }
}
