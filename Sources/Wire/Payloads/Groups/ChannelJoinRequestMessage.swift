/// `channelJoinRequest`: asks the creator of a group for an invitation; the plaintext inside the ratchet.
package struct ChannelJoinRequestMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var groupName: String
  package var requesterPeerID: String
  package var requesterUsername: String
  package var timestamp: WireDate

  package init(
    groupID: String, groupName: String, requesterPeerID: String, requesterUsername: String, timestamp: WireDate
  ) {
    self.groupID = groupID
    self.groupName = groupName
    self.requesterPeerID = requesterPeerID
    self.requesterUsername = requesterUsername
    self.timestamp = timestamp
  }
}
