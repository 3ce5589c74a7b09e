import Bytes
import ControlAPI
import World

/// A message for people.
enum MessageText {
  /// What a conversation shows of a message: what is missing before it, the message, what it answers, and what was
  /// set on it. What the node says about it is set in less than the further lines of a text, so that none of them can pass for
  /// that.
  static func lines(_ message: MessageView, _ style: Style) -> [String] {
    let gap = message.gap == true ? [style.faint("  … messages before this one are missing")] : []
    let reply = message.reply.map { ["  ↳ " + style.faint(quote($0))] } ?? []
    let reactions = message.reactions.map { ["  ↳ " + reactionLine($0)] } ?? []
    return gap + [line(message, style)] + reply + reactions
  }

  /// Time, who, text, and for an own message how far it is.
  static func line(_ message: MessageView, _ style: Style) -> String {
    let peer = message.name.map { Printable.escape($0, limit: 64) } ?? String(message.nodeID.prefix(16))
    let time = style.faint(TimeText.local(message.timestamp))
    let file = message.file.map { AttachmentText.line($0, message.direction) }
    let text = message.body.isEmpty && file != nil ? nil : body(message.body)
    let body =
      [file, text].compactMap(\.self).joined(separator: "  ")
      + marks(message).map { "  " + style.faint("(\($0))") }.joined()
    return switch message.direction {
    case .incoming: "\(time)  \(style.strong(peer)): \(body)"
    case .outgoing: "\(time)  → \(style.strong(peer)): \(body)  \(style.faint("[\(state(message))]"))"
    }
  }

  /// The state, and why it failed or waits.
  static func state(_ message: MessageView) -> String {
    message.state.rawValue + (message.reason.map { ": \(Printable.escape($0))" } ?? "")
  }

  /// The text, its further lines set in, so that none of them looks like another message. The ends of lines of other systems
  /// are ends of lines as well, and a tab is a space.
  static func body(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { line in
      Printable.escape(String(line.map { $0 == "\t" ? " " : $0 }), limit: ControlAPI.Settings.maximumBody)
    }.joined(separator: "\n    ")
  }

  /// Whether a message came at another time than the one at which its sender says that it was written: a conversation is
  /// in the order of coming, and would look out of order.
  private static func isLate(_ message: MessageView) -> Bool {
    let difference = message.since.milliseconds - message.timestamp.milliseconds
    return message.direction == .incoming && difference.magnitude >= 60_000
  }

  private static func marks(_ message: MessageView) -> [String] {
    (isLate(message) ? ["came \(TimeText.local(message.since))"] : []) + (message.edited == nil ? [] : ["edited"])
      + (message.expires.map { ["gone at \(TimeText.local($0))"] } ?? [])
  }

  /// What a message answers; one that is not here is gone.
  static func quote(_ reply: ReplyView) -> String {
    guard let excerpt = reply.excerpt else { return "answers a message that is gone" }
    let whose = reply.direction == .outgoing ? "you" : "them"
    return "answers \(whose): “\(Printable.escape(excerpt, limit: 80))”"
  }

  static func reactionLine(_ reactions: [ReactionView]) -> String {
    reactions.map { "\(Printable.escape($0.emoji, limit: 64)) \($0.by == .outgoing ? "you" : "them")" }
      .joined(separator: ", ")
  }
}
