/// `ack`: the receiver has the message; or, with `mailbox`, what became of a deposit in a mailbox.
package struct AckMessage: Codable, Hashable, Sendable {
  /// Of the message, or of the deposit.
  package var messageID: String
  package var status: AckStatus
  /// Extension: this is about a deposit. Sent only to those who speak it.
  package var mailbox: MailboxNote?

  package init(messageID: String, status: AckStatus, mailbox: MailboxNote? = nil) {
    self.messageID = messageID
    self.status = status
    self.mailbox = mailbox
  }
}
