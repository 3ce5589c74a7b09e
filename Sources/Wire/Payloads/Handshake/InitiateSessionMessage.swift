/// `initiateSession`: all that the receiver needs for X3DH, and the first message of the ratchet. It repeats
/// until the first reply.
package struct InitiateSessionMessage: Codable, Hashable, Sendable {
  package var senderBundle: PreKeyBundle
  /// The X25519 key EK_A, 32 bytes.
  package var ephemeralPublicKey: Base64Data
  /// Which of the receiver's signed prekeys was used.
  package var usedSignedPreKeyId: UInt32
  /// Which of the receiver's one-time prekeys was used, if one was.
  package var usedOneTimePreKeyId: UInt32?
  package var initialMessage: RatchetMessage
  /// The ML-KEM-768 ciphertext, 1088 bytes.
  package var pqEncapsulatedKey: Base64Data?
  /// Which of the receiver's ML-KEM prekeys was used.
  package var usedPQPreKeyId: UInt32?
  /// Our extension: the identifier of the first message, so that it can be acknowledged and recognised when it
  /// repeats.
  package var messageID: String?

  package init(
    senderBundle: PreKeyBundle, ephemeralPublicKey: Base64Data, usedSignedPreKeyId: UInt32,
    usedOneTimePreKeyId: UInt32? = nil, initialMessage: RatchetMessage, pqEncapsulatedKey: Base64Data? = nil,
    usedPQPreKeyId: UInt32? = nil, messageID: String? = nil
  ) {
    self.senderBundle = senderBundle
    self.ephemeralPublicKey = ephemeralPublicKey
    self.usedSignedPreKeyId = usedSignedPreKeyId
    self.usedOneTimePreKeyId = usedOneTimePreKeyId
    self.initialMessage = initialMessage
    self.pqEncapsulatedKey = pqEncapsulatedKey
    self.usedPQPreKeyId = usedPQPreKeyId
    self.messageID = messageID
  }
}
