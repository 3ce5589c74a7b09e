import Bytes
import ControlAPI

/// An event for people: cursor, time, kind, what it is about.
enum EventText {
  static func line(_ event: Event) -> String {
    "\(event.cursor)  \(TimeText.local(event.at))  \(event.kind.rawValue)  \(subject(event))"
  }

  private static func subject(_ event: Event) -> String {
    if let message = event.message {
      let peer = message.name.map { Printable.escape($0, limit: 64) } ?? String(message.nodeID.prefix(16))
      let text = message.direction == .incoming ? Printable.escape(message.body) : MessageText.state(message)
      return "\(peer)  \(message.messageID)  \(text)"
    }
    return event.contact.map(ContactText.short) ?? String(event.nodeID.prefix(16))
  }
}
