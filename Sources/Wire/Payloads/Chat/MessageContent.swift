/// The plaintext of `message` and of the first message of `initiateSession`.
package struct MessageContent: Codable, Hashable, Sendable {
  /// 1 to 65,536 UTF-8 bytes; the caption when there is an attachment.
  package var body: String
  package var type: ContentType
  /// The identifier of the message that is answered.
  package var replyToID: String?
  /// When it was written, by the sender's clock.
  package var timestamp: WireDate
  /// When both sides delete it.
  package var expiresAt: WireDate?
  package var attachmentData: Base64Data?
  package var attachmentMimeType: String?
  package var attachmentFilename: String?
  /// Seconds.
  package var audioDuration: Double?
  /// The JSON of the invitation to a group.
  package var groupInviteData: Base64Data?
  /// The JSON of a sender key.
  package var senderKeyData: Base64Data?
  /// An edit travels as type `text` with this set.
  package var editPayload: EditMessagePayload?
  /// The JSON of an `MLSCommitRequestMessage`.
  package var mlsCommitRequestData: Base64Data?
  /// Our extension: the sender's running number in this conversation, so that a late message takes its place.
  package var sequence: Int64?
  /// Our extension: the `sequence` of the message before, so that one that is missing shows.
  package var previousSequence: Int64?
  /// Our extension: an attachment that is fetched apart, in place of `attachmentData`.
  package var file: FilePointer?
  /// Our extension: what became of a file.
  package var fileNews: FileNewsPayload?
  /// Our extension: filler that brings the plaintext to its size class; carries no meaning.
  package var padding: String?

  package init(
    body: String, type: ContentType, replyToID: String? = nil, timestamp: WireDate, expiresAt: WireDate? = nil,
    attachmentData: Base64Data? = nil, attachmentMimeType: String? = nil, attachmentFilename: String? = nil,
    audioDuration: Double? = nil, groupInviteData: Base64Data? = nil, senderKeyData: Base64Data? = nil,
    editPayload: EditMessagePayload? = nil, mlsCommitRequestData: Base64Data? = nil, sequence: Int64? = nil,
    previousSequence: Int64? = nil, file: FilePointer? = nil, fileNews: FileNewsPayload? = nil,
    padding: String? = nil
  ) {
    self.body = body
    self.type = type
    self.replyToID = replyToID
    self.timestamp = timestamp
    self.expiresAt = expiresAt
    self.attachmentData = attachmentData
    self.attachmentMimeType = attachmentMimeType
    self.attachmentFilename = attachmentFilename
    self.audioDuration = audioDuration
    self.groupInviteData = groupInviteData
    self.senderKeyData = senderKeyData
    self.editPayload = editPayload
    self.mlsCommitRequestData = mlsCommitRequestData
    self.sequence = sequence
    self.previousSequence = previousSequence
    self.file = file
    self.fileNews = fileNews
    self.padding = padding
  }
}
