/// `senderKeyRequest`: please send your sender key again.
package struct SenderKeyRequestMessage: Codable, Hashable, Sendable {
  package var groupID: String
  /// The member who is asked: the receiver.
  package var targetPeerID: String

  package init(groupID: String, targetPeerID: String) {
    self.groupID = groupID
    self.targetPeerID = targetPeerID
  }
}
