/// `ack`: the receiver has the message.
package struct AckMessage: Codable, Hashable, Sendable {
  package var messageID: String
  package var status: AckStatus

  package init(messageID: String, status: AckStatus) {
    self.messageID = messageID
    self.status = status
  }
}
