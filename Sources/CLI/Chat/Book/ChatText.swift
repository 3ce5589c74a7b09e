import Bytes
import ControlAPI
import World

/// What commands of the chat answer, as lines.
enum ChatText {
  static var help: [String] {
    Columns.table(ChatCommand.entries.map { [$0.usage, $0.summary] }) + [""]
      + Columns.table([
        ["Enter", "send; Alt-Enter or Ctrl-J begins a new line"],
        ["Tab", "complete a command or a name"],
        ["Ctrl-N, Ctrl-P", "next, previous conversation; Ctrl-A Home, Ctrl-E End as in a shell"],
        ["PageUp, PageDown", "through the conversation"],
        ["Alt-Up, Alt-Down", "choose a message, for /reply, /react, /edit, /trace and the like"],
        ["Up, Down", "what you have typed before"],
        ["Ctrl-L", "draw the screen again; in a narrow terminal: the list and back with F1 or Ctrl-O"],
        ["Escape", "close this"],
      ])
  }

  static func way(_ result: MessageTrace.Result) -> [String] {
    ["message \(Printable.escape(result.message.messageID)): \(MessageText.state(result.message))"]
      + Columns.table(result.steps.map(TraceText.line)) + result.holders.map(TraceText.line)
  }

  /// A message that was searched for: when, whose conversation, its text, its ID.
  static func find(_ message: MessageView) -> String {
    MessageText.line(message, Style(isOn: false)).split(separator: "\n").joined(separator: " ")
      + "  " + Printable.escape(message.messageID)
  }

  static func matches(_ matches: [MatchView]) -> [String] {
    guard !matches.isEmpty else { return ["nobody with that prefix was found"] }
    return matches.map { match in
      let name = match.username.map { " “\(Printable.escape($0, limit: 64))”" } ?? ""
      return "\(match.nodeID)\(name)  safety number \(match.safetyNumber)"
    }
  }

  static func requests(_ book: ChatBook) -> [String] {
    let requests = book.people.compactMap { book.requests[$0] }
    guard !requests.isEmpty else { return ["nobody waits to be accepted"] }
    return requests.map { request in
      let id = request.contact.nodeID
      let preview = request.preview.map { ": \(Printable.escape($0, limit: 120))" } ?? ""
      return "\(ContactText.name(request.contact))  \(id.prefix(16))  \(request.messages) waiting\(preview)"
    } + ["/accept WHO lets one in, /block WHO keeps it away"]
  }

  static func shortfalls(_ status: NodeStatus.Result?) -> [String] {
    guard let status else { return ["the daemon has not said yet"] }
    guard !status.missing.isEmpty else { return ["nothing is missing"] }
    return status.missing.map { shortfall in
      Printable.escape(shortfall.text) + (shortfall.fix.map { ": \(Printable.escape($0))" } ?? "")
    }
  }
}
