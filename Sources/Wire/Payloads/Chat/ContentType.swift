/// What a `MessageContent` is. A value outside this list fails the whole decode on old peers, after their ratchet
/// has advanced: never add one.
package enum ContentType: String, Codable, CaseIterable, Sendable {
  case text
  case image
  case audio
  /// Any other attachment; `attachmentFilename` is its name.
  case file
  /// `groupInviteData` holds the invitation; the body is the name of the group.
  case groupInvite
  /// `senderKeyData` holds a sender key.
  case senderKeyDistribution
  /// `mlsCommitRequestData` holds a request to the coordinator of an MLS group.
  case mlsCommitRequest
}
