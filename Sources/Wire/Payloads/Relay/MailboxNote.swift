/// Extension of `ack`: what a mailbox holder, the owner of the mailbox or a depositor says of one deposit. The
/// envelope's signature makes it evidence.
package struct MailboxNote: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// The holder has the deposit on its disk, until `expiresAt`.
    case stored
    /// The holder did not take the deposit, for `reason`.
    case refused
    /// The owner has what was deposited; the holder is to delete it.
    case collected
    /// The depositor shows `token` and wants the deposit deleted; the holder answers with the same kind.
    case withdrawn
  }

  package var kind: Kind
  /// Whose mailbox it is.
  package var targetPeerID: String
  /// With `stored`: SHA-256 of what is held, `SealedMessage.digest`.
  package var digest: Base64Data?
  /// With `stored`: until when it is held.
  package var expiresAt: WireDate?
  /// With `refused`.
  package var reason: MailboxRefusal?
  /// With `withdrawn` of the depositor: what the deposit's `withdrawal` is the SHA-256 of.
  package var token: Base64Data?

  package init(
    kind: Kind, targetPeerID: String, digest: Base64Data? = nil, expiresAt: WireDate? = nil,
    reason: MailboxRefusal? = nil, token: Base64Data? = nil
  ) {
    self.kind = kind
    self.targetPeerID = targetPeerID
    self.digest = digest
    self.expiresAt = expiresAt
    self.reason = reason
    self.token = token
  }
}
