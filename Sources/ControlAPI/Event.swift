package import World

/// What an event tells.
package enum EventKind: String, Codable, Sendable, CaseIterable {
  case messageReceived = "message.received"
  case messageState = "message.state"
  case messageEdited = "message.edited"
  case messageReaction = "message.reaction"
  case fileState = "file.state"
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
  case fileRefused = "file.refused"
}

/// A contact as it stood when something happened.
package struct EventContact: Codable, Sendable, Hashable {
  /// The owner's own name for the peer then.
  package var name: String?
  /// What the peer called itself then: text from outside.
  package var username: String?
  package var state: ContactState

  package init(name: String? = nil, username: String? = nil, state: ContactState) {
    self.name = name
    self.username = username
    self.state = state
  }
}

/// The params of an `event` notification: what happened, to whom, and how that stood.
package struct Event: Codable, Sendable, Hashable {
  /// Grows with every event; `events.subscribe` resumes after it.
  package var cursor: Int64
  package var at: Timestamp
  package var kind: EventKind
  /// The peer that it is about.
  package var nodeID: String
  /// For the kinds of messages: its identifier, also when it is gone.
  package var messageID: String?
  /// For the kinds of messages, unless it was removed since: with the state that it had then and the text that it has now.
  package var message: MessageView?
  /// The contact as it was then: after the event, or before it when it was removed. Absent for a stranger, and in events of
  /// versions that did not say.
  package var contact: EventContact?
  /// The contact as it is now, when the event is read; absent once it is removed.
  package var contactNow: ContactView?

  package init(
    cursor: Int64, at: Timestamp, kind: EventKind, nodeID: String, messageID: String? = nil,
    message: MessageView? = nil, contact: EventContact? = nil, contactNow: ContactView? = nil
  ) {
    self.cursor = cursor
    self.at = at
    self.kind = kind
    self.nodeID = nodeID
    self.messageID = messageID
    self.message = message
    self.contact = contact
    self.contactNow = contactNow
  }
}
