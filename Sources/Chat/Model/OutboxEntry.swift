package import Wire

/// A message that still needs the peer's receipt. Its text is in the message of the same key.
package struct OutboxEntry: Hashable, Sendable {
  package let peer: NodeID
  package let id: MessageID
  /// The order of sending within the conversation.
  package let sequence: Int64
  /// What was encrypted for it; nil until it was to leave.
  package var ciphertext: OutboxCiphertext?
  /// Who holds a copy of it for the peer.
  package var deposits: [MailboxDeposit]

  package init(
    peer: NodeID, id: MessageID, sequence: Int64, ciphertext: OutboxCiphertext? = nil,
    deposits: [MailboxDeposit] = []
  ) {
    self.peer = peer
    self.id = id
    self.sequence = sequence
    self.ciphertext = ciphertext
    self.deposits = deposits
  }

  package var key: MessageKey { MessageKey(peer: peer, direction: .sent, id: id) }
}
