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
      tell(ChatBook.isMessage(line) ? .notHanded(error.message) : .alert(error.message))
    }
  }

  /// Whether a line would be handed to the daemon as a message.
  static func isMessage(_ line: String) -> Bool {
    !line.hasPrefix("/") || line.hasPrefix("//") || line.lowercased().hasPrefix("/reply ")
  }

  private mutating func perform(_ command: ChatCommand) throws(ChatCommand.Mistake) {
    switch command {
    case .help: tell(.lines(ChatText.help))
    case .open(let who): show(try resolve(who))
    case .me: tell(.lines(status.map { IdentityText.lines($0.identity) } ?? ["the daemon has not said yet"]))
    case .requests: tell(.lines(ChatText.requests(self)))
    case .status: tell(.lines(ChatText.shortfalls(status)))
    case .quit: tell(.quit)
    case .reply(let text): send(text, replyTo: try target(.incoming))
    case .add, .accept, .block, .unblock, .remove, .rename, .verify, .code, .trust, .mute, .unmute, .receipts,
      .typing, .expire, .session, .edit, .react, .delete, .retry, .file, .fetch, .save, .find, .search, .trace,
      .cancel:
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
    case .verify(let code): .verify(try resolve(nil), code: code)
    case .code: .code(try resolve(nil))
    case .trust(let who): .trust(try resolve(who))
    case .mute(let who): .mute(try resolve(who), true)
    case .unmute(let who): .mute(try resolve(who), false)
    case .receipts(let choice): .receipts(try resolve(nil), try ChatBook.choice(choice))
    case .typing(let choice): .typingSigns(try resolve(nil), try ChatBook.choice(choice))
    case .expire(let time): .lifetime(try resolve(nil), milliseconds: try lifetime(time))
    case .session(let reset): .session(try resolve(nil), reset: reset)
    case .edit(let text): .edit(try target(.outgoing), body: text)
    case .react(let emoji): .react(try target(.incoming), emoji: emoji == "off" ? nil : emoji)
    case .delete(let id): .delete(try chosen(named: id))
    case .retry(let id): .retry(try target(.outgoing, named: id))
    case .file(let path, let caption): .sendFile(to: try resolve(nil), path: path, caption: caption)
    case .fetch(let id): .fetch(try target(.incoming, named: id, hasFile: true))
    case .save(let id, let path): .saveFile(try target(.incoming, named: id, hasFile: true), path: path)
    case .find(let prefix): .find(prefix)
    case .search(let words): .search(words, before: nil, found: 0)
    case .trace(let id): .trace(try target(.outgoing, named: id))
    case .cancel(let id): .cancel(try target(.outgoing, named: id))
    case .help, .open, .me, .requests, .status, .quit, .reply: .status
    }
  }

  private func resolve(_ who: String?) throws(ChatCommand.Mistake) -> String {
    guard let who else {
      guard let open else { throw ChatCommand.Mistake(message: "no conversation is open: say who") }
      return open
    }
    switch find(who) {
    case .success(let id): return id
    case .failure(let mistake): throw ChatCommand.Mistake(message: mistake.advice)
    }
  }

  /// The message that a command is about: the chosen one, else the last of that side.
  private func target(
    _ direction: MessageDirection, named id: String? = nil, hasFile: Bool = false
  ) throws(ChatCommand.Mistake) -> String {
    if let id = id ?? selected { return id }
    let last = open.flatMap {
      conversations[$0]?.messages.last { $0.direction == direction && (!hasFile || $0.file != nil) }
    }
    guard let last else { throw ChatCommand.Mistake(message: "there is no such message here; Alt-Up chooses one") }
    return last.messageID
  }

  /// What is erased is chosen, never guessed.
  private func chosen(named id: String?) throws(ChatCommand.Mistake) -> String {
    guard let id = id ?? selected else {
      throw ChatCommand.Mistake(message: "choose a message with Alt-Up, or name its ID")
    }
    return id
  }

  private static func choice(_ text: String) throws(ChatCommand.Mistake) -> ContactSwitch {
    guard let choice = ContactSwitch(rawValue: text.lowercased()) else {
      throw ChatCommand.Mistake(message: "it is on, off or default")
    }
    return choice
  }

  private func lifetime(_ text: String) throws(ChatCommand.Mistake) -> Int64 {
    if text == "off" { return 0 }
    guard let time = TimeText.duration(text) else {
      throw ChatCommand.Mistake(message: "a time is 90s, 10m or 24h, or off")
    }
    return time.milliseconds
  }

  /// What two people compare.
  mutating func learn(_ result: ContactVerify.Result, _ call: ChatCall) {
    learn(result.contact)
    if case .code = call {
      let id = result.contact.nodeID
      let picture = try? QRPicture.lines(of: result.ownCode)
      let elsewhere = "where the window is too small for it: sophax contact verify \(id.prefix(16)) --qr"
      return tell(.lines([elsewhere] + (picture ?? []) + [Printable.escape(result.ownCode)]))
    }
    tell(.lines(VerificationText.lines(result) + ["/verify DIGITS compares; /code shows the picture to scan"]))
  }

  /// A contact that a command has changed.
  mutating func learn(_ contact: ContactView, _ call: ChatCall) {
    let id = contact.nodeID
    switch call {
    case .remove:
      forget(id)
      tell(.lines(["removed \(ContactText.called(contact))"]))
    case .add:
      learn(contact)
      requests[id] = nil
      show(id)
      tell(.lines(ContactText.lines(contact) + ["compare the safety number with the one on the other screen"]))
    case .accept:
      learn(contact)
      requests[id] = nil
      show(id)
    case .trust:
      learn(contact)
      show(id)
    case .receipts, .typingSigns, .lifetime:
      learn(contact)
      tell(.lines([ContactText.decided(contact)]))
    case .mute:
      learn(contact)
      tell(.lines([ContactText.muting(contact)]))
    case .block, .rename:
      learn(contact)
      if contact.state != .requested { requests[id] = nil }
      tell(.lines([ContactText.short(contact)]))
    case .read:
      learn(contact)
      if id != open { conversations[id]?.unread = contact.unread }
    case .status, .subscribe, .contacts, .requests, .recent, .log, .send, .edit, .react, .delete, .retry, .typing,
      .draft, .keep, .verify, .code, .session, .trace, .cancel, .find, .search, .sendFile, .saveFile, .fetch:
      learn(contact)
    }
  }

  /// Some of the messages that were searched for; more are asked for until a screen is full.
  mutating func learn(_ page: MessageSearch.Result, _ call: ChatCall) {
    guard case .search(let words, _, let before) = call else { return }
    let found = before + page.messages.count
    if !page.messages.isEmpty { tell(.lines(page.messages.map(ChatText.find))) }
    if let next = page.nextCursor, found < Settings.chatFinds {
      ask(.search(words, before: next, found: found))
    } else if found == 0 {
      tell(.lines(["no message has these words"]))
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
    return (stem, String(text[text.index(after: space)...]), isWho ? name == "accept" ? strangers : names : [])
  }
}
