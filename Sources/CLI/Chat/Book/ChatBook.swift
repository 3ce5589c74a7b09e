import Bytes
import ControlAPI
import World

/// What a chat knows of its node: contacts, conversations, status. A value: events and answers come in, calls and news
/// come out. The full screen and the line mode are two faces of it.
struct ChatBook: Sendable {
  enum Connection: Hashable, Sendable {
    case connecting
    case live
    /// The daemon is not there; why.
    case gone(String)
  }

  private(set) var connection = Connection.connecting
  /// Accepted and blocked ones, by node ID.
  var contacts: [String: ContactView] = [:]
  var requests: [String: ContactRequestView] = [:]
  var conversations: [String: Conversation] = [:]
  private(set) var status: NodeStatus.Result?
  /// The node ID of the conversation that is shown.
  private(set) var open: String?
  /// What the owner typed for the conversation to open, until the contacts are known.
  private(set) var wanted: String?
  /// The message that commands are about; nil: the last one that fits.
  var selected: String?
  /// Until when contacts are shown as writing, by node ID.
  private(set) var writing: [String: Instant] = [:]
  private var courtesy = Courtesy()
  /// The cursor of the last event that was dealt with.
  private var cursor: Int64?
  private var calls: [ChatCall] = []
  private var unanswered = 0
  /// Those that copy a file.
  private var copies = Copies()
  private var news: [ChatNews] = []
  private var handing: Handing?
  /// The lists that came since the daemon answers.
  private var known: Set<ListName> = []
  private enum ListName { case contacts, requests }

  /// A message that was handed over and not yet answered for.
  private struct Handing {
    let to: String
    let body: String
    /// The own messages with this text that were there before.
    let before: Set<String>
    /// Whether the daemon went away before it answered: it may have stored the message.
    var isUncertain = false
  }

  init(wanted: String?) { self.wanted = wanted }

  // MARK: Out

  mutating func drainCalls() -> [ChatCall] {
    defer { calls = [] }
    return calls
  }

  mutating func drainNews() -> [ChatNews] {
    defer { news = [] }
    return news
  }

  mutating func ask(_ call: ChatCall) {
    calls.append(call)
    unanswered += 1
    guard call.isCopy else { return }
    copies.begin(call)
    tell(.notice("copying the file …"))
  }

  mutating func tell(_ item: ChatNews) { news.append(item) }

  /// Whether the daemon owes an answer.
  var isAsking: Bool { unanswered > 0 }

  /// Whether files are on their way between the owner's disk and the daemon: who leaves now gives them up.
  var isCopying: Bool { !copies.isEmpty }

  /// How far they are, in words; nil while none is copied.
  var copying: String? { copies.text }

  /// Whether a line can be taken up: the daemon is there, and so is who the owner wants to talk to.
  var isReady: Bool { connection == .live && known.count == 2 && wanted == nil && handing?.isUncertain != true }

  // MARK: The daemon

  mutating func connected() {
    connection = .live
    known = []
    (calls, unanswered, copies) = ([], 0, Copies())
    for call: ChatCall in [.subscribe(after: cursor), .contacts, .requests, .recent, .status] { ask(call) }
    for id in Set([open, handing?.to].compactMap(\.self)) { load(id) }
    tell(.live)
  }

  mutating func disconnected(_ reason: String) {
    // Whatever was asked for is not answered any more.
    if isCopying { tell(.alert("the daemon is gone, and the file was not copied to its end")) }
    (calls, unanswered, copies) = ([], 0, Copies())
    for id in conversations.keys { conversations[id]?.isLoading = false }
    if let handing {
      self.handing?.isUncertain = true
      if !handing.isUncertain { tell(.notHanded("not handed over: \(reason)")) }
    }
    if case .gone = connection {} else { tell(.gone(reason)) }
    connection = .gone(reason)
  }

  /// Asks again how the node is; the shell calls it now and then.
  mutating func refresh() { if connection == .live { ask(.status) } }

  /// Time goes on: tells the contact that the owner writes, keeps what is begun, forgets who wrote.
  ///
  /// - Parameter typed: what stands in the input line for the open conversation.
  mutating func tick(_ now: Instant, typed: String) {
    writing = writing.filter { $0.value > now }
    guard connection == .live, let open, requests[open] == nil else { return }
    for call in courtesy.due(in: open, typed: typed, at: now) { ask(call) }
  }

  /// Keeps what is begun, at once: the chat is over, or another conversation is shown.
  mutating func keepDraft(_ typed: String) {
    guard connection == .live, let open, requests[open] == nil else { return }
    if let call = courtesy.draft(in: open, typed: typed) { ask(call) }
  }

  /// Keeps what was begun in a conversation that is left.
  mutating func keep(_ text: String, for id: String) {
    if connection == .live, requests[id] == nil { ask(.keep(id, draft: text)) }
  }

  /// A contact writes, or has stopped.
  mutating func happened(_ typing: Typing, at now: Instant) {
    writing[typing.nodeID] = typing.typing ? now + Settings.chatWriting : nil
  }

  /// More of a file is copied.
  mutating func copied(_ call: ChatCall, _ percent: Int, at now: Instant) {
    if let text = copies.advance(call, to: percent, at: now) { tell(.copying(text)) }
  }

  mutating func answered(_ call: ChatCall, _ answer: ChatAnswer) {
    unanswered -= 1
    if call.isCopy { copies.end(call) }
    if case .sendFile = call, case .message = answer { tell(.notice("the node has the file")) }
    switch answer {
    case .status(let status):
      self.status = status
      openWanted()
    case .done: break
    case .saved(let path): tell(.lines(["saved as \(Printable.escape(path))"]))
    case .draft(let text):
      if case .draft(let id) = call, let text, !text.isEmpty {
        courtesy.learned(text, in: id)
        tell(.draft(id, text: text))
      }
    case .verification(let result): learn(result, call)
    case .session(let result):
      learn(result.contact)
      tell(.lines(SessionText.lines(result.session)))
    case .subscribed(let start): subscribed(start)
    case .contacts(let list): learn(contacts: list)
    case .requests(let list): learn(requests: list)
    case .messages(let page): learn(page, call)
    case .message(let message): learn(message, call)
    case .contact(let contact): learn(contact, call)
    case .way(let way): tell(.lines(ChatText.way(way)))
    case .finds(let page): learn(page, call)
    case .matches(let matches): tell(.lines(ChatText.matches(matches)))
    case .failed(let failure): failed(call, failure)
    }
  }

  private mutating func subscribed(_ start: EventsSubscribe.Result) {
    // The events since the last one come in order and move the cursor themselves.
    if cursor == nil || start.missed { cursor = start.cursor }
  }

  mutating func happened(_ event: Event) {
    cursor = max(cursor ?? event.cursor, event.cursor)
    if let contact = event.contactNow { learn(contact) }
    switch event.kind {
    case .messageReceived, .messageState, .messageEdited, .messageReaction, .fileState:
      if let message = event.message { happened(event.kind, message) }
    case .messageDeleted, .messageExpired:
      if let id = event.messageID { conversations[event.nodeID]?.remove(id) }
    case .contactRequested: ask(.requests)
    case .contactAdded, .contactBlocked:
      requests[event.nodeID] = nil
      if event.nodeID == open { load(event.nodeID) }
    case .contactRemoved: forget(event.nodeID)
    case .contactRead: conversations[event.nodeID]?.unread = event.contactNow?.unread ?? 0
    case .contactRenamed, .contactChanged: break
    case .contactKeyChanged:
      tell(
        .notice("\(name(event.nodeID)) shows up with another key: nothing is sent to it until /trust")
      )
    case .fileRefused:
      tell(
        .notice(
          "a message of \(name(event.nodeID)) was refused: the file in it has no room here; see files.quota-megabytes"
        ))
    case .sessionHealed:
      tell(.notice("the session with \(name(event.nodeID)) had to be begun anew; nothing that was sent is lost"))
    }
  }

  private mutating func happened(_ kind: EventKind, _ message: MessageView) {
    conversations[message.nodeID, default: Conversation()].update(message)
    if kind == .messageReceived {
      writing[message.nodeID] = nil
      if message.nodeID == open {
        ask(.read(message.nodeID, through: message.cursor))
      } else {
        conversations[message.nodeID]?.unread += 1
      }
    }
    tell(.message(message))
  }

  // MARK: Learning

  private mutating func learn(contacts list: [ContactView]) {
    contacts = Dictionary(list.map { ($0.nodeID, $0) }) { $1 }
    known.insert(.contacts)
    for contact in list where contact.nodeID != open {
      conversations[contact.nodeID, default: Conversation()].unread = contact.unread
    }
    openWanted()
  }

  private mutating func learn(requests list: [ContactRequestView]) {
    let isNew = list.contains { requests[$0.contact.nodeID] == nil }
    requests = Dictionary(list.map { ($0.contact.nodeID, $0) }) { $1 }
    if isNew, known.contains(.requests) { tell(.notice("somebody new wrote: /requests shows who")) }
    known.insert(.requests)
    openWanted()
  }

  mutating func learn(_ contact: ContactView) {
    switch contact.state {
    case .accepted, .blocked: contacts[contact.nodeID] = contact
    case .requested: contacts[contact.nodeID] = nil
    }
  }

  private mutating func learn(_ page: MessageLog.Result, _ call: ChatCall) {
    guard case .log(let id, let before) = call else {
      for message in page.messages { conversations[message.nodeID, default: Conversation()].touch(message) }
      return
    }
    if before == nil {
      conversations[id, default: Conversation()].load(page)
      settleHanding(id)
      if id == open, let last = page.messages.last(where: { $0.direction == .incoming }) {
        ask(.read(id, through: last.cursor))
      }
    } else {
      conversations[id]?.prepend(page)
    }
    if id == open { tell(.page(page.messages, isOlder: before != nil)) }
  }

  private mutating func learn(_ message: MessageView, _ call: ChatCall) {
    if case .delete = call {
      conversations[message.nodeID]?.remove(message.messageID)
    } else {
      conversations[message.nodeID, default: Conversation()].update(message)
    }
    selected = nil
    if case .send = call {
      handing = nil
      tell(.handed(message))
    }
    if call.isAboutState { tell(.lines(["the message is \(message.state.rawValue)"])) }
  }

  private mutating func failed(_ call: ChatCall, _ failure: Failure) {
    let text = failure.message + (failure.hint.map { "; \($0)" } ?? "")
    switch call {
    case .send:
      handing = nil
      tell(.notHanded(text))
    case .log(let id, _):
      conversations[id]?.isLoading = false
      if let handing, handing.isUncertain, handing.to == id { self.handing = nil }
      tell(.alert(text))
    case .subscribe:
      // The cursor is of another store: begin with what happens now.
      if cursor != nil {
        cursor = nil
        ask(.subscribe(after: nil))
      }
    case .status: openWanted(withoutStatus: true)
    // Nobody typed these, and the next one may go well.
    case .recent, .read, .typing, .draft, .keep: break
    case .contacts, .requests, .add, .accept, .block, .remove, .rename, .verify, .code, .trust, .mute, .receipts,
      .typingSigns, .lifetime, .session, .trace, .cancel, .find, .search, .edit, .react, .delete, .retry, .sendFile,
      .saveFile, .fetch:
      tell(.alert(([text] + failure.candidates).joined(separator: "  ")))
    }
  }

  // MARK: Conversations

  /// Shows a conversation.
  mutating func show(_ id: String) {
    (wanted, selected) = (nil, nil)
    open = id
    conversations[id, default: Conversation()].unread = 0
    if conversations[id]?.isLoaded != true {
      load(id)
      if connection == .live, requests[id] == nil { ask(.draft(id)) }
    } else if connection == .live, let last = conversations[id]?.lastReceived {
      ask(.read(id, through: last.cursor))
    }
    tell(.opened(id))
  }

  private mutating func load(_ id: String) {
    guard connection == .live, requests[id] == nil else { return }
    conversations[id, default: Conversation()].isLoading = true
    ask(.log(with: id, before: nil))
  }

  /// Asks for what lies before the known part of the open conversation, once.
  mutating func loadOlder() {
    guard connection == .live, let open, let conversation = conversations[open], !conversation.isLoading,
      let older = conversation.older
    else { return }
    conversations[open]?.isLoading = true
    ask(.log(with: open, before: older))
  }

  mutating func forget(_ id: String) {
    contacts[id] = nil
    requests[id] = nil
    conversations[id] = nil
    if open == id { open = nil }
  }

  /// Opens what the command line named, once the lists are there; the owner himself is in the status.
  private mutating func openWanted(withoutStatus: Bool = false) {
    guard known.count == 2, let wanted else { return }
    let found = find(wanted)
    if case .failure = found, status == nil, !withoutStatus { return }
    self.wanted = nil
    switch found {
    case .success(let id): show(id)
    case .failure(let mistake): tell(.unknown(mistake))
    }
  }

  // MARK: Sending

  /// Hands a text to the daemon. `handed` or `notHanded` follows; until then nothing else is handed over.
  mutating func send(_ body: String, replyTo: String? = nil) {
    guard connection == .live else { return tell(.notHanded("the daemon is gone; the text stays here")) }
    guard let open else { return tell(.notHanded("no conversation is open: /open WHO, or /add WHO")) }
    guard requests[open] == nil else {
      return tell(.notHanded("\(name(open)) only asks to be a contact: /accept first, or /block"))
    }
    guard body.utf8.count <= ControlAPI.Settings.maximumBody else {
      return tell(.notHanded("a message has at most \(ControlAPI.Settings.maximumBody) bytes"))
    }
    handing = Handing(to: open, body: body, before: own(open, saying: body))
    ask(.send(to: open, body: body, replyTo: replyTo))
  }

  /// After the daemon came back: whether it had stored the message before it went away.
  private mutating func settleHanding(_ id: String) {
    guard let handing, handing.isUncertain, handing.to == id else { return }
    self.handing = nil
    let stored = own(id, saying: handing.body).subtracting(handing.before)
    if let message = conversations[id]?.messages.last(where: { stored.contains($0.messageID) }) {
      tell(.handed(message))
    }
  }

  private func own(_ id: String, saying body: String) -> Set<String> {
    let messages = conversations[id]?.messages ?? []
    return Set(messages.filter { $0.direction == .outgoing && $0.body == body }.map(\.messageID))
  }
}
