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
    if let contact = event.contact { return ContactText.short(contact) }
    if let tor = event.tor { return "\(tor.phase.rawValue) \(tor.percent) %" }
    if let onion = event.onion { return onion.state.rawValue }
    return event.text.map { Printable.escape($0) } ?? ""
  }
}
