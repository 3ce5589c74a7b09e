/// `mlsMessage`: an application message of an MLS group.
package struct MLSApplicationMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var messageID: String
  package var senderPeerID: String
  package var senderUsername: String
  package var timestamp: WireDate
  /// An MLSMessage over the UTF-8 text.
  package var ciphertext: Base64Data
  package var expiresAt: WireDate?
  package var replyToID: String?
  /// An MLSMessage over the attachment.
  package var attachmentCiphertext: Base64Data?
  package var mimeType: String?
  /// Seconds.
  package var audioDuration: Double?
  /// JPEG, at most 8 KB.
  package var senderAvatarData: Base64Data?

  package init(
    groupID: String, messageID: String, senderPeerID: String, senderUsername: String, timestamp: WireDate,
    ciphertext: Base64Data, expiresAt: WireDate? = nil, replyToID: String? = nil,
    attachmentCiphertext: Base64Data? = nil, mimeType: String? = nil, audioDuration: Double? = nil,
    senderAvatarData: Base64Data? = nil
  ) {
    self.groupID = groupID
    self.messageID = messageID
    self.senderPeerID = senderPeerID
    self.senderUsername = senderUsername
    self.timestamp = timestamp
    self.ciphertext = ciphertext
    self.expiresAt = expiresAt
    self.replyToID = replyToID
    self.attachmentCiphertext = attachmentCiphertext
    self.mimeType = mimeType
    self.audioDuration = audioDuration
    self.senderAvatarData = senderAvatarData
  }
}
