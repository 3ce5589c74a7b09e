package import World

/// What an event tells.
package enum EventKind: String, Codable, Sendable, CaseIterable {
  case messageReceived = "message.received"
  case messageState = "message.state"
  case contactRequest = "contact.request"
  case contactChanged = "contact.changed"
  case linkChanged = "link.changed"
  case torChanged = "tor.changed"
  case onionChanged = "onion.changed"
  case directoryPublished = "directory.published"
  /// Events were dropped because the reader was too slow; `message.log` still has the messages.
  case missed = "events.missed"
}

/// The params of an `event` notification. Each kind fills the field that it is about.
package struct Event: Codable, Sendable, Hashable {
  /// Grows with every event; `events.subscribe` resumes after it.
  package var cursor: Int64
  package var at: Timestamp
  package var kind: EventKind
  package var message: MessageView?
  package var contact: ContactView?
  package var tor: TorView?
  package var onion: OnionView?
  /// In words, for the kinds that have no field of their own.
  package var text: String?

  package init(
    cursor: Int64, at: Timestamp, kind: EventKind, message: MessageView? = nil, contact: ContactView? = nil,
    tor: TorView? = nil, onion: OnionView? = nil, text: String? = nil
  ) {
    self.cursor = cursor
    self.at = at
    self.kind = kind
    self.message = message
    self.contact = contact
    self.tor = tor
    self.onion = onion
    self.text = text
  }
}
