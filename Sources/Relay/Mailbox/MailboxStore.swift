package import World

/// What mailboxes need kept. One call of `Mailbox` runs inside one transaction of the implementer's; its directives are
/// carried out after the commit, so that a receipt never leaves for what is not on the disk.
package protocol MailboxStore {
  associatedtype Failure: Error

  /// All that is held, expired deposits that were not swept yet included.
  func mailboxUsage() throws(Failure) -> MailboxUsage
  func mailboxUsage(of owner: MailboxOwner) throws(Failure) -> MailboxUsage
  func heldDeposit(_ id: String, of owner: MailboxOwner) throws(Failure) -> HeldDeposit?
  /// Up to `limit` deposits of one owner that came after `sequence`, in the order they came in.
  func heldDeposits(of owner: MailboxOwner, after sequence: Int64, limit: Int) throws(Failure) -> [HeldDeposit]
  /// Adds a deposit under a sequence greater than any before; no other of this owner has its ID.
  func addHeldDeposit(_ deposit: HeldDeposit) throws(Failure)
  func removeHeldDeposit(_ id: String, of owner: MailboxOwner) throws(Failure)
  /// Removes what has expired. - Returns: how many deposits.
  func expireHeldDeposits(at now: Timestamp) throws(Failure) -> Int
  /// Whether the disk has room for what belongs to others.
  func hasRoomForOthers() throws(Failure) -> Bool
}
