package import Wire
package import World

/// One entry of the event log: what a program that follows this node has to hear of. It names things and says how they
/// stood then; what they say is read from the store.
package struct ChatEvent: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A message of an accepted contact was stored.
    case messageReceived = "message.received"
    /// A sent message changed its state.
    case messageState = "message.state"
    /// The author of a message changed its text.
    case messageEdited = "message.edited"
    /// A reaction to a message was set or taken back.
    case messageReaction = "message.reaction"
    /// The file of a message changed its state.
    case fileState = "file.state"
    /// A contact's message was refused, since the file in it has no room here.
    case fileRefused = "file.refused"
    /// A message was erased here by the user.
    case messageDeleted = "message.deleted"
    /// The time of a message was over, and it was erased.
    case messageExpired = "message.expired"
    /// A stranger's first message waits.
    case contactRequested = "contact.requested"
    case contactAdded = "contact.added"
    case contactBlocked = "contact.blocked"
    case contactRemoved = "contact.removed"
    case contactRenamed = "contact.renamed"
    /// The user has seen messages of the contact.
    case contactRead = "contact.read"
    /// What the user has decided about the contact changed: muting, receipts, typing, lifetime, verification.
    case contactChanged = "contact.changed"
    /// Somebody proved to hold the contact's signing key with another identity.
    case contactKeyChanged = "contact.keyChanged"
    /// A session failed, or the peer gave one up, and a new one was begun.
    case sessionHealed = "session.healed"
  }

  /// Grows with every event and is never used twice; a reader that names it goes on after it.
  package let cursor: Int64
  package let at: Timestamp
  package let kind: Kind
  package let peer: NodeID
  package let message: MessageKey?
  /// The state that the message had then.
  package let state: DeliveryState?
  /// The peer as it stood then: after the event, or before it when it was removed. Nil for somebody who is no contact,
  /// and in events of versions that did not say.
  package let contact: Contact?

  package struct Contact: Hashable, Sendable {
    package let trust: ChatContact.Trust
    package let localName: String?
    package let username: String?

    package init(trust: ChatContact.Trust, localName: String?, username: String?) {
      self.trust = trust
      self.localName = localName
      self.username = username
    }

    package init(_ contact: ChatContact) {
      self.init(trust: contact.trust, localName: contact.localName, username: contact.username)
    }

    /// The name to show.
    package var name: String? { localName ?? username }
  }

  package init(
    cursor: Int64, at: Timestamp, kind: Kind, peer: NodeID, message: MessageKey? = nil,
    state: DeliveryState? = nil, contact: Contact? = nil
  ) {
    self.cursor = cursor
    self.at = at
    self.kind = kind
    self.peer = peer
    self.message = message
    self.state = state
    self.contact = contact
  }
}
