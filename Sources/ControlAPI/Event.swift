package import World

/// What an event tells.
package enum EventKind: String, Codable, Sendable, CaseIterable {
  case messageReceived = "message.received"
  case messageState = "message.state"
  case messageEdited = "message.edited"
  case messageReaction = "message.reaction"
  case messageDeleted = "message.deleted"
  case messageExpired = "message.expired"
  case contactRequested = "contact.requested"
  case contactAdded = "contact.added"
  case contactBlocked = "contact.blocked"
  case contactRemoved = "contact.removed"
  case contactRenamed = "contact.renamed"
  case contactRead = "contact.read"
  case contactChanged = "contact.changed"
  case contactKeyChanged = "contact.keyChanged"
  case sessionHealed = "session.healed"
}

/// The params of an `event` notification: what happened, to whom, and how that stands.
package struct Event: Codable, Sendable, Hashable {
  /// Grows with every event; `events.subscribe` resumes after it.
  package var cursor: Int64
  package var at: Timestamp
  package var kind: EventKind
  /// The peer that it is about.
  package var nodeID: String
  /// For the kinds of messages: its identifier, also when it is gone.
  package var messageID: String?
  /// For the kinds of messages, unless it was removed since.
  package var message: MessageView?
  /// The contact as it is now; absent once it is removed.
  package var contact: ContactView?

  package init(
    cursor: Int64, at: Timestamp, kind: EventKind, nodeID: String, messageID: String? = nil,
    message: MessageView? = nil, contact: ContactView? = nil
  ) {
    self.cursor = cursor
    self.at = at
    self.kind = kind
    self.nodeID = nodeID
    self.messageID = messageID
    self.message = message
    self.contact = contact
  }
}
