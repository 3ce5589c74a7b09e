package import Wire
package import World

/// A sealed message that is held for somebody. Who brought it is not in it.
package struct HeldDeposit: Hashable, Sendable {
  package let owner: MailboxOwner
  /// The depositor's name for it: 1 to 64 visible ASCII characters.
  package let id: String
  package let sealed: SealedMessage
  package let expiresAt: Timestamp
  /// SHA-256 of the token that withdraws it; nil when nobody may.
  package let withdrawal: [UInt8]?
  /// The order in which deposits came; 0 before it is stored.
  package let sequence: Int64

  package init(
    owner: MailboxOwner, id: String, sealed: SealedMessage, expiresAt: Timestamp, withdrawal: [UInt8]?,
    sequence: Int64 = 0
  ) {
    self.owner = owner
    self.id = id
    self.sealed = sealed
    self.expiresAt = expiresAt
    self.withdrawal = withdrawal
    self.sequence = sequence
  }
}
