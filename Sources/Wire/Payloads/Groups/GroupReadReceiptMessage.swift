/// `groupReadReceipt`: to the author of a group message.
package struct GroupReadReceiptMessage: Codable, Hashable, Sendable {
  package var groupID: String
  package var targetMessageID: String
  /// True when seen; false or missing when only delivered.
  package var isRead: Bool?

  package init(groupID: String, targetMessageID: String, isRead: Bool? = nil) {
    self.groupID = groupID
    self.targetMessageID = targetMessageID
    self.isRead = isRead
  }
}
