import Bytes

/// What stands behind a slash.
enum ChatCommand: Hashable, Sendable {
  case help
  case open(String)
  case add(String, name: String?)
  case accept(String?)
  case block(String?)
  case unblock(String?)
  case remove(String)
  case rename(String)
  /// With a code that was read aloud or scanned, whether it is right.
  case verify(code: String?)
  case code
  case trust(String?)
  case mute(String?)
  case unmute(String?)
  case receipts(String)
  case typing(String)
  case expire(String)
  case session(reset: Bool)
  case reply(String)
  case edit(String)
  case react(String)
  case delete(String?)
  case retry(String?)
  case file(String, caption: String?)
  case fetch(String?)
  case save(id: String?, path: String)
  case me
  case requests
  case find(String)
  case search(String)
  case trace(String?)
  case cancel(String?)
  case status
  case quit

  /// A command as help and completion show it.
  struct Entry: Sendable {
    let name: String
    let operand: Operand
    let summary: String

    /// How it is written.
    var usage: String { "/" + name + (operand.text.isEmpty ? "" : " " + operand.text) }
  }

  enum Operand: Sendable {
    case none
    case who
    case optionalWho
    case free(String)
    case optionalFree(String)

    var text: String {
      switch self {
      case .none: ""
      case .who: "WHO"
      case .optionalWho: "[WHO]"
      case .free(let word): word
      case .optionalFree(let word): "[\(word)]"
      }
    }

    /// Whether what follows names a contact.
    var isWho: Bool {
      switch self {
      case .who, .optionalWho: true
      case .none, .free, .optionalFree: false
      }
    }
  }

  static let entries = [
    Entry(name: "open", operand: .who, summary: "show the conversation with a contact (also Ctrl-N, Ctrl-P)"),
    Entry(
      name: "add", operand: .free("WHO [NAME]"),
      summary: "add a contact: node ID, beginning of one, address or link"),
    Entry(name: "requests", operand: .none, summary: "who has written and waits to be accepted"),
    Entry(name: "accept", operand: .optionalWho, summary: "let a stranger's messages in and answer them"),
    Entry(name: "block", operand: .optionalWho, summary: "drop what comes from now on"),
    Entry(name: "unblock", operand: .optionalWho, summary: "make who was blocked again what it was before"),
    Entry(name: "rename", operand: .free("NAME"), summary: "your own name for the open contact"),
    Entry(name: "remove", operand: .who, summary: "forget a contact and all its messages"),
    Entry(
      name: "verify", operand: .optionalFree("DIGITS"),
      summary: "the numbers to compare, or whether these 60 are right"),
    Entry(name: "code", operand: .none, summary: "the QR code for the other to scan"),
    Entry(name: "trust", operand: .optionalWho, summary: "accept the new key of a contact"),
    Entry(name: "mute", operand: .optionalWho, summary: "no signs of new messages"),
    Entry(name: "unmute", operand: .optionalWho, summary: "signs of new messages again"),
    Entry(
      name: "receipts", operand: .free("on|off|default"),
      summary: "whether the open contact is told what you have read"),
    Entry(
      name: "typing", operand: .free("on|off|default"),
      summary: "whether you and the open contact tell each other that you write"),
    Entry(
      name: "expire", operand: .free("TIME|off"), summary: "erase new messages on both sides after 90s, 10m, 24h"),
    Entry(
      name: "session", operand: .optionalFree("reset"), summary: "how the encrypted session stands; begin it anew"),
    Entry(name: "reply", operand: .free("TEXT"), summary: "answer the chosen message, or the last one that came"),
    Entry(name: "edit", operand: .free("TEXT"), summary: "change your chosen message, or your last one"),
    Entry(name: "react", operand: .free("EMOJI|off"), summary: "to the chosen message, or the last one that came"),
    Entry(
      name: "delete", operand: .optionalFree("ID"), summary: "erase a message here: the chosen one, or by its ID"),
    Entry(
      name: "retry", operand: .optionalFree("ID"), summary: "try at once for a message that waits or has failed"),
    Entry(
      name: "file", operand: .free("PATH [CAPTION]"), summary: "send a file; a path with blanks goes in quotes"),
    Entry(
      name: "fetch", operand: .optionalFree("ID"),
      summary: "fetch a file that waits: of the chosen message, or the last one that came"),
    Entry(
      name: "save", operand: .free("[ID] PATH"), summary: "write a file that is here to where you want it"),
    Entry(name: "me", operand: .none, summary: "your own ID, address, link and safety number"),
    Entry(name: "find", operand: .free("PREFIX"), summary: "look up who has a node ID that begins so"),
    Entry(
      name: "search", operand: .free("WORDS"),
      summary: "messages and files with all of these words, the newest first"),
    Entry(name: "trace", operand: .optionalFree("ID"), summary: "the way of a message; your last one without ID"),
    Entry(name: "cancel", operand: .optionalFree("ID"), summary: "take back a message that is not delivered"),
    Entry(name: "status", operand: .none, summary: "what the node lacks"),
    Entry(name: "help", operand: .none, summary: "commands and keys"),
    Entry(name: "quit", operand: .none, summary: "leave the chat; the node goes on (also Ctrl-D on an empty line)"),
  ]

  struct Mistake: Error { let message: String }

  /// Reads a line that begins with a slash.
  static func parse(_ line: String) throws(Mistake) -> ChatCommand {
    let words = line.dropFirst().split(separator: " ", maxSplits: 1)
    let name = words.first.map { $0.lowercased() } ?? ""
    let trimmed = words.count > 1 ? words[1].drop(while: \.isWhitespace) : ""
    let rest = String(trimmed.reversed().drop(while: \.isWhitespace).reversed())
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw Mistake(message: "no command /\(name): /help lists them; // begins a message with a slash")
    }
    let operand = rest.isEmpty ? nil : rest
    switch entry.operand {
    case .none where operand != nil: throw Mistake(message: "/\(name) takes nothing")
    case .who where operand == nil, .free where operand == nil: throw Mistake(message: "usage: \(entry.usage)")
    case .none, .who, .optionalWho, .free, .optionalFree: return make(name, operand)
    }
  }

  private static func make(_ name: String, _ operand: String?) -> ChatCommand {
    let word = operand ?? ""
    switch name {
    case "open": return .open(word)
    case "add":
      let parts = word.split(separator: " ", maxSplits: 1).map(String.init)
      return .add(parts[0], name: parts.count > 1 ? parts[1] : nil)
    case "requests": return .requests
    case "accept": return .accept(operand)
    case "block": return .block(operand)
    case "unblock": return .unblock(operand)
    case "rename": return .rename(word)
    case "remove": return .remove(word)
    case "verify": return .verify(code: operand)
    case "code": return .code
    case "trust": return .trust(operand)
    case "mute": return .mute(operand)
    case "unmute": return .unmute(operand)
    case "receipts": return .receipts(word)
    case "typing": return .typing(word)
    case "expire": return .expire(word)
    case "session": return .session(reset: word == "reset")
    case "reply": return .reply(word)
    case "edit": return .edit(word)
    case "react": return .react(word)
    case "delete": return .delete(operand)
    case "retry": return .retry(operand)
    case "file":
      let (path, caption) = ShellWord.first(of: word)
      return .file(path, caption: caption.isEmpty ? nil : caption)
    case "fetch": return .fetch(operand)
    case "save":
      let (first, rest) = ShellWord.first(of: word)
      return rest.isEmpty ? .save(id: nil, path: first) : .save(id: first, path: ShellWord.first(of: rest).word)
    case "me": return .me
    case "find": return .find(word)
    case "search": return .search(word)
    case "trace": return .trace(operand)
    case "cancel": return .cancel(operand)
    case "status": return .status
    case "quit": return .quit
    default: return .help
    }
  }
}
