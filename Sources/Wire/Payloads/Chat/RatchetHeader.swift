/// The header of a ratchet message, before its encryption.
package struct RatchetHeader: Codable, Hashable, Sendable {
  /// X25519, 32 bytes.
  package var senderRatchetKey: Base64Data
  /// How many messages the previous sending chain had.
  package var previousChainLength: UInt32
  /// The number of this message in its chain.
  package var messageNumber: UInt32

  package init(senderRatchetKey: Base64Data, previousChainLength: UInt32, messageNumber: UInt32) {
    self.senderRatchetKey = senderRatchetKey
    self.previousChainLength = previousChainLength
    self.messageNumber = messageNumber
  }
}
