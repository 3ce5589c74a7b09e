import Bytes
import ControlAPI

/// A message for people.
enum MessageText {
  /// Time, who, text, and for an own message how far it is.
  static func line(_ message: MessageView, _ style: Style) -> String {
    let peer = message.name.map { Printable.escape($0, limit: 64) } ?? String(message.nodeID.prefix(16))
    let time = style.faint(TimeText.local(message.timestamp))
    let body = body(message.body)
    return switch message.direction {
    case .incoming: "\(time)  \(style.strong(peer)): \(body)"
    case .outgoing: "\(time)  → \(style.strong(peer)): \(body)  \(style.faint("[\(state(message))]"))"
    }
  }

  /// The state, and why it failed or waits.
  static func state(_ message: MessageView) -> String {
    message.state.rawValue + (message.reason.map { ": \(Printable.escape($0))" } ?? "")
  }

  /// The text, its further lines set in, so that none of them looks like another message.
  static func body(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Printable.escape(String($0), limit: ControlAPI.Settings.maximumBody)
    }.joined(separator: "\n    ")
  }
}
