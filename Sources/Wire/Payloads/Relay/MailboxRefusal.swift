/// Why a mailbox holder does not take a deposit.
package enum MailboxRefusal: String, Codable, CaseIterable, Sendable {
  /// This node holds nothing for others.
  case off
  /// A field is not what it must be.
  case invalid
  case expired
  case tooLarge = "too-large"
  /// The depositor, the mailbox or the node has no room left.
  case quota
  /// More than half of the room is taken, and others are nearer to the mailbox.
  case far
  /// Another deposit of this mailbox has the same name.
  case conflict
}
