import Bytes
import ControlAPI

/// Contacts for people.
enum ContactText {
  /// The owner's name, else what the peer calls itself, in quotes since anybody can call himself anything.
  static func name(_ contact: ContactView) -> String { name(contact.name, contact.username) }

  /// The same, as it was when something happened.
  static func name(_ contact: EventContact) -> String { name(contact.name, contact.username) }

  private static func name(_ name: String?, _ username: String?) -> String {
    if let name { return Printable.escape(name, limit: 64) }
    if let username { return "“\(Printable.escape(username, limit: 64))”" }
    return "-"
  }

  /// The name, or what stands for it where there is none.
  static func called(_ contact: ContactView) -> String {
    contact.name ?? contact.username == nil ? String(contact.nodeID.prefix(16)) : name(contact)
  }

  static func short(_ contact: ContactView) -> String {
    "\(name(contact))  \(contact.nodeID.prefix(16))  \(contact.state.rawValue), \(connection(contact.link))"
  }

  /// The same, with whether new messages are told of.
  static func muting(_ contact: ContactView) -> String { short(contact) + (contact.muted == true ? ", muted" : "") }

  /// What the owner has decided about one.
  static func decided(_ contact: ContactView) -> String {
    let receipts = contact.receipts.map { $0 ? "on" : "off" } ?? "default"
    let typing = contact.typing.map { $0 ? "on" : "off" } ?? "default"
    let lifetime = contact.lifetimeMilliseconds.map { "after \(TimeText.elapsed($0))" } ?? "off"
    return "\(name(contact))  receipts \(receipts), typing \(typing), disappearing \(lifetime)"
  }

  /// What a request claims that somebody else claims as well.
  static func conflict(_ conflict: ConflictView) -> String {
    let name = conflict.name.map { "“\(Printable.escape($0, limit: 64))”" }
    let other = name ?? Printable.escape(String(conflict.nodeID.prefix(16)))
    let whose = conflict.isRequest ? "the request of \(other)" : "the contact \(other)"
    return switch conflict.kind {
    case .address: "\(whose) claims the same address: one of them is not who it says"
    case .name: "\(whose) has the same name"
    case .key: "\(whose) has the same signing key with another identity"
    }
  }

  /// A row of the list.
  static func row(_ contact: ContactView) -> [String] {
    [
      name(contact), String(contact.nodeID.prefix(16)), contact.state.rawValue,
      "session \(contact.session.rawValue)",
      connection(contact.link),
      contact.unread > 0 ? "\(contact.unread) unread" : seen(contact),
    ]
  }

  /// A link that is proven to lead to the contact is a connection to it.
  private static func connection(_ link: LinkState) -> String {
    switch link {
    case .none: "not connected"
    case .dialling, .open: "connecting"
    case .proven: "connected"
    }
  }

  /// Of a contact that is there now the past says nothing.
  private static func seen(_ contact: ContactView) -> String {
    guard contact.link != .proven else { return "" }
    return contact.lastSeen.map { "seen \(TimeText.local($0))" } ?? "never seen"
  }

  /// A node ID and an address do not hold both keys of the number; the first connection brings them, and they are checked
  /// against the node ID.
  private static func safetyNumber(_ contact: ContactView) -> String {
    contact.safetyNumber.map { Printable.escape($0) } ?? "known once the node was reached"
  }

  static func handshake(_ handshake: SessionHandshake) -> String {
    switch handshake {
    case .classical: "classical (X25519)"
    case .postQuantum: "post-quantum (X25519 and ML-KEM-768)"
    }
  }

  /// Everything about one.
  static func lines(_ contact: ContactView) -> [String] {
    let rows: [(String, String)?] = [
      contact.name.map { ("name", Printable.escape($0)) },
      contact.username.map { ("calls itself", Printable.escape($0)) },
      ("node ID", contact.nodeID), contact.address.map { ("address", Printable.escape($0)) },
      ("safety number", safetyNumber(contact)), ("state", contact.state.rawValue),
      ("session", contact.session.rawValue), contact.handshake.map { ("handshake", handshake($0)) },
      ("connection", connection(contact.link)), contact.added.map { ("added", TimeText.local($0)) },
      contact.lastSeen.map { ("last seen", TimeText.local($0)) },
      contact.unread > 0 ? ("unread", "\(contact.unread)") : nil,
      contact.verified.map { ("verified", TimeText.local($0)) },
      contact.successor.map { ("key changed", "the other identity is \($0); contact trust accepts it") },
      contact.muted == true ? ("muted", "yes") : nil,
      contact.receipts.map { ("receipts", $0 ? "on" : "off") },
      contact.typing.map { ("typing", $0 ? "on" : "off") },
      contact.lifetimeMilliseconds.map { ("disappearing", "after \(TimeText.elapsed($0))") },
    ]
    return rows.compactMap(\.self).map { Columns.row($0.0, $0.1, width: 13) }
  }
}
