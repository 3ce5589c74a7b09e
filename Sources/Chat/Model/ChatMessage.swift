package import Wire
package import World

/// A message of a conversation as the store holds it.
package struct ChatMessage: Hashable, Sendable {
  package let key: MessageKey
  package var body: String
  /// The sender's clock.
  package let sentAt: Timestamp
  /// This node's clock, for received messages.
  package let receivedAt: Timestamp?
  /// Where it stands in the conversation; ties are broken by `sequence`.
  package let position: Int64
  /// The sender's own running number in this conversation, so that a late message takes its place; 0 from a peer
  /// that sends none.
  package let sequence: Int64
  /// The sequence of the message that the sender wrote before, for received messages: without that one here, there
  /// is a gap. 0 when there is none or the peer does not say.
  package let previous: Int64
  /// The message of this conversation that it answers.
  package let replyTo: MessageID?
  /// When both sides erase it.
  package let expiresAt: Timestamp?
  /// When its author changed the text last, by the author's clock.
  package var editedAt: Timestamp?
  /// What it carries beside its text, which is the caption then.
  package let file: ChatFile?
  /// At most one of each side, those that were taken back included.
  package var reactions: [Reaction]
  package var state: DeliveryState
  /// Whether it was erased here: only its place and its name are left, so that it does not come again.
  package let isGone: Bool

  package init(
    key: MessageKey, body: String, sentAt: Timestamp, receivedAt: Timestamp?, position: Int64, sequence: Int64,
    previous: Int64 = 0, replyTo: MessageID? = nil, expiresAt: Timestamp? = nil, editedAt: Timestamp? = nil,
    file: ChatFile? = nil, reactions: [Reaction] = [], state: DeliveryState, isGone: Bool = false
  ) {
    self.key = key
    self.body = body
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.position = position
    self.sequence = sequence
    self.previous = previous
    self.replyTo = replyTo
    self.expiresAt = expiresAt
    self.editedAt = editedAt
    self.file = file
    self.reactions = reactions
    self.state = state
    self.isGone = isGone
  }

  package var id: MessageID { key.id }
  package var peer: NodeID { key.peer }
  package var direction: Direction { key.direction }
  package var place: HistoryPlace { HistoryPlace(position: position, sequence: sequence) }
}

/// A place in a conversation, to page from. Compared by position, then by sequence.
package struct HistoryPlace: Hashable, Sendable, Comparable {
  package let position: Int64
  package let sequence: Int64

  package init(position: Int64, sequence: Int64) {
    self.position = position
    self.sequence = sequence
  }

  package static func < (a: HistoryPlace, b: HistoryPlace) -> Bool {
    (a.position, a.sequence) < (b.position, b.sequence)
  }
}
