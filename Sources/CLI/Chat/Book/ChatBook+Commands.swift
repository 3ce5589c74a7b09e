import Bytes
import ControlAPI
import World

/// What the owner types.
extension ChatBook {
  /// A line: a command, or a message for the open conversation. `//` begins a message with a slash.
  mutating func enter(_ line: String) {
    guard line.hasPrefix("/"), !line.hasPrefix("//") else {
      return send(line.hasPrefix("//") ? String(line.dropFirst()) : line)
    }
    do throws(ChatCommand.Mistake) {
      try perform(ChatCommand.parse(line))
    } catch {
      tell(.alert(error.message))
    }
  }

  /// Whether a line would be handed to the daemon as a message.
  static func isMessage(_ line: String) -> Bool { !line.hasPrefix("/") || line.hasPrefix("//") }

  private mutating func perform(_ command: ChatCommand) throws(ChatCommand.Mistake) {
    switch command {
    case .help: tell(.lines(ChatText.help))
    case .open(let who): show(try resolve(who))
    case .me: tell(.lines(status.map { IdentityText.lines($0.identity) } ?? ["the daemon has not said yet"]))
    case .requests: tell(.lines(ChatText.requests(self)))
    case .status: tell(.lines(ChatText.shortfalls(status)))
    case .quit: tell(.quit)
    case .add, .accept, .block, .unblock, .remove, .rename, .verify, .find, .trace, .cancel:
      guard connection == .live else {
        throw ChatCommand.Mistake(message: "the daemon is gone; that has to wait until it is back")
      }
      ask(try call(for: command))
    }
  }

  private func call(for command: ChatCommand) throws(ChatCommand.Mistake) -> ChatCall {
    switch command {
    case .add(let who, let name): .add(who: who, name: name)
    case .accept(let who): .accept(try resolve(who))
    case .block(let who): .block(try resolve(who), true)
    case .unblock(let who): .block(try resolve(who), false)
    case .remove(let who): .remove(try resolve(who))
    case .rename(let name): .rename(try resolve(nil), to: name)
    case .verify(let who): .verify(try resolve(who))
    case .find(let prefix): .find(prefix)
    case .trace(let id): .trace(try message(id))
    case .cancel(let id): .cancel(try message(id))
    case .help, .open, .me, .requests, .status, .quit: .status
    }
  }

  private func resolve(_ who: String?) throws(ChatCommand.Mistake) -> String {
    guard let who else {
      guard let open else { throw ChatCommand.Mistake(message: "no conversation is open: say who") }
      return open
    }
    switch find(who) {
    case .success(let id): return id
    case .failure(let failure): throw ChatCommand.Mistake(message: failure.message)
    }
  }

  private func message(_ id: String?) throws(ChatCommand.Mistake) -> String {
    if let id { return id }
    let last = open.flatMap { conversations[$0]?.messages.last { $0.direction == .outgoing } }
    guard let last else { throw ChatCommand.Mistake(message: "no message of yours is shown here: say which") }
    return last.messageID
  }

  /// A contact that a command has changed.
  mutating func learn(_ contact: ContactView, _ call: ChatCall) {
    let id = contact.nodeID
    switch call {
    case .remove:
      forget(id)
      tell(.lines(["removed \(ContactText.name(contact))"]))
    case .add:
      learn(contact)
      requests[id] = nil
      show(id)
      tell(.lines(ContactText.lines(contact) + ["compare the safety number with the one on the other screen"]))
    case .accept:
      learn(contact)
      requests[id] = nil
      show(id)
    case .verify:
      learn(contact)
      tell(.lines(ChatText.safety(of: contact, own: status?.identity.safetyNumber)))
    case .block, .rename:
      learn(contact)
      if contact.state != .requested { requests[id] = nil }
      tell(.lines([ContactText.short(contact)]))
    case .status, .subscribe, .contacts, .requests, .recent, .log, .send, .trace, .cancel, .find: learn(contact)
    }
  }

  /// What may follow what stands before the cursor.
  func completion(of text: String) -> (stem: String, word: String, candidates: [String]) {
    guard text.hasPrefix("/"), !text.hasPrefix("//") else { return (text, "", []) }
    guard let space = text.firstIndex(of: " ") else {
      return ("", text, ChatCommand.entries.map { "/" + $0.name + ($0.operand.text.isEmpty ? "" : " ") })
    }
    let name = text[..<space].dropFirst().lowercased()
    let isWho = ChatCommand.entries.first { $0.name == name }?.operand.isWho ?? false
    let stem = String(text[...space])
    return (stem, String(text[text.index(after: space)...]), isWho ? names : [])
  }
}
