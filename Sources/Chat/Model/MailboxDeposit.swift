import Wire
package import World

/// One copy of a message that a holder signed for.
package struct MailboxDeposit: Hashable, Sendable {
  package let holder: MailboxHolder
  /// The name of the deposit at the holder.
  package let id: String
  /// What has the holder delete it.
  package let token: [UInt8]
  /// Until when the holder keeps it.
  package let until: Timestamp

  package init(holder: MailboxHolder, id: String, token: [UInt8], until: Timestamp) {
    self.holder = holder
    self.id = id
    self.token = token
    self.until = until
  }
}
