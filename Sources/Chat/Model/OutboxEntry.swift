package import Wire

/// A message or a note that still needs the peer's receipt. The text of a message is in the message of the same key.
package struct OutboxEntry: Hashable, Sendable {
  package let peer: NodeID
  package let id: MessageID
  /// The order of sending within the conversation.
  package let sequence: Int64
  /// What it says about other messages; nil when it is a message itself.
  package var note: ChatNote?
  /// What was encrypted for it; nil until it was to leave.
  package var ciphertext: OutboxCiphertext?
  /// Who holds a copy of it for the peer.
  package var deposits: [MailboxDeposit]

  package init(
    peer: NodeID, id: MessageID, sequence: Int64, note: ChatNote? = nil, ciphertext: OutboxCiphertext? = nil,
    deposits: [MailboxDeposit] = []
  ) {
    self.peer = peer
    self.id = id
    self.sequence = sequence
    self.note = note
    self.ciphertext = ciphertext
    self.deposits = deposits
  }

  package var key: MessageKey { MessageKey(peer: peer, direction: .sent, id: id) }
}
