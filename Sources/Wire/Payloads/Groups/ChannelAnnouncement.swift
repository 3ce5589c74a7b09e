/// `channelAnnouncement`: a group that can be joined.
package struct ChannelAnnouncement: Codable, Hashable, Sendable {
  package var groupID: String
  package var groupName: String
  package var creatorID: String
  package var memberCount: Int
  package var timestamp: WireDate

  package init(groupID: String, groupName: String, creatorID: String, memberCount: Int, timestamp: WireDate) {
    self.groupID = groupID
    self.groupName = groupName
    self.creatorID = creatorID
    self.memberCount = memberCount
    self.timestamp = timestamp
  }
}
