import Bytes
import ControlAPI

/// An event for people: cursor, time, kind, what it is about, as it stood then.
enum EventText {
  static func line(_ event: Event) -> String {
    "\(event.cursor)  \(TimeText.local(event.at))  \(event.kind.rawValue)  \(subject(event))"
  }

  private static func subject(_ event: Event) -> String {
    if let message = event.message {
      let peer = message.name.map { Printable.escape($0, limit: 64) } ?? String(message.nodeID.prefix(16))
      return "\(peer)  \(message.messageID)  \(what(event.kind, message))"
    }
    let name = event.contact.map(ContactText.name)
    if let id = event.messageID { return "\(name ?? String(event.nodeID.prefix(16)))  \(Printable.escape(id))" }
    guard let contact = event.contact else { return String(event.nodeID.prefix(16)) }
    guard event.kind != .fileRefused else {
      return "\(ContactText.name(contact))  \(event.nodeID.prefix(16))  no room for the file in its message"
    }
    return "\(ContactText.name(contact))  \(event.nodeID.prefix(16))  \(contact.state.rawValue)"
  }

  /// What the event tells of the message.
  private static func what(_ kind: EventKind, _ message: MessageView) -> String {
    switch kind {
    case .messageReaction: message.reactions.map(MessageText.reactionLine) ?? "no reaction"
    case .messageEdited: Printable.escape(message.body)
    case .fileState: message.file.map { AttachmentText.line($0, message.direction) } ?? "no file"
    case .messageReceived, .messageState, .messageDeleted, .messageExpired, .contactRequested, .contactAdded,
      .contactBlocked, .contactRemoved, .contactRenamed, .contactRead, .contactChanged, .contactKeyChanged,
      .sessionHealed, .fileRefused:
      message.direction == .incoming ? Printable.escape(message.body) : MessageText.state(message)
    }
  }
}
