/// `groupMessage`: a message of a sender-key group.
package struct GroupWireMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var messageID: String
  package var senderPeerID: String
  package var senderUsername: String
  package var timestamp: WireDate
  /// nonce(12) ‖ ciphertext ‖ tag(16) over the UTF-8 text.
  package var ciphertext: Base64Data
  /// The same over the attachment, under the same key.
  package var attachmentCiphertext: Base64Data?
  package var attachmentMimeType: String?
  package var attachmentFilename: String?
  /// Seconds.
  package var audioDuration: Double?
  /// Which key of the sender's chain was used.
  package var senderKeyIteration: UInt32?
  package var expiresAt: WireDate?
  package var replyToID: String?
  /// JPEG, at most 8 KB.
  package var senderAvatarData: Base64Data?

  package init(
    groupID: String, messageID: String, senderPeerID: String, senderUsername: String, timestamp: WireDate,
    ciphertext: Base64Data, attachmentCiphertext: Base64Data? = nil, attachmentMimeType: String? = nil,
    attachmentFilename: String? = nil, audioDuration: Double? = nil, senderKeyIteration: UInt32? = nil,
    expiresAt: WireDate? = nil, replyToID: String? = nil, senderAvatarData: Base64Data? = nil
  ) {
    self.groupID = groupID
    self.messageID = messageID
    self.senderPeerID = senderPeerID
    self.senderUsername = senderUsername
    self.timestamp = timestamp
    self.ciphertext = ciphertext
    self.attachmentCiphertext = attachmentCiphertext
    self.attachmentMimeType = attachmentMimeType
    self.attachmentFilename = attachmentFilename
    self.audioDuration = audioDuration
    self.senderKeyIteration = senderKeyIteration
    self.expiresAt = expiresAt
    self.replyToID = replyToID
    self.senderAvatarData = senderAvatarData
  }
}
