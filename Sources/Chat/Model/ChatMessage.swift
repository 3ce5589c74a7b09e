package import Wire
package import World

/// A message of a conversation as the store holds it.
package struct ChatMessage: Hashable, Sendable {
  package let key: MessageKey
  package let body: String
  /// The sender's clock.
  package let sentAt: Timestamp
  /// This node's clock, for received messages.
  package let receivedAt: Timestamp?
  /// Where it stands in the conversation; ties are broken by `sequence`.
  package let position: Int64
  /// The sender's own running number in this conversation, so that a late message takes its place; 0 from a peer
  /// that sends none.
  package let sequence: Int64
  package let state: DeliveryState

  package init(
    key: MessageKey, body: String, sentAt: Timestamp, receivedAt: Timestamp?, position: Int64, sequence: Int64,
    state: DeliveryState
  ) {
    self.key = key
    self.body = body
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.position = position
    self.sequence = sequence
    self.state = state
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
