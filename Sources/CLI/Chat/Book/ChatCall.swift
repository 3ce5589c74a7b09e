import ControlAPI
import World

/// Something that a chat asks the daemon for.
enum ChatCall: Hashable, Sendable {
  case status
  case subscribe(after: Int64?)
  case contacts
  case requests
  /// The newest messages of all conversations: who wrote last.
  case recent
  case log(with: String, before: String?)
  case send(to: String, body: String, replyTo: String?)
  case edit(String, body: String)
  case react(String, emoji: String?)
  case delete(String)
  case retry(String)
  /// What was received up to a cursor was seen.
  case read(String, through: String)
  case typing(String)
  /// What was begun in a conversation: asked for, or kept.
  case draft(String)
  case keep(String, draft: String)
  case add(who: String, name: String?)
  case accept(String)
  case block(String, Bool)
  case remove(String)
  case rename(String, to: String)
  /// The numbers to compare; with a code, whether it is right.
  case verify(String, code: String?)
  /// The picture for the other to scan.
  case code(String)
  case trust(String)
  case mute(String, Bool)
  case receipts(String, ContactSwitch)
  case typingSigns(String, ContactSwitch)
  case lifetime(String, milliseconds: Int64)
  case session(String, reset: Bool)
  /// Files between the owner's disk and the daemon: many requests each.
  case sendFile(to: String, path: String, caption: String?)
  case saveFile(String, path: String)
  case fetch(String)
  case trace(String)
  case cancel(String)
  case find(String)
  /// `found` so many in the answers before.
  case search(String, before: String?, found: Int)

  /// Whether the answer is the state that a message has then.
  var isAboutState: Bool {
    if case .cancel = self { return true }
    if case .retry = self { return true }
    return false
  }

  /// Whether it copies a file between the owner's disk and the daemon.
  var isCopy: Bool {
    if case .sendFile = self { return true }
    if case .saveFile = self { return true }
    return false
  }

  /// The line that asks for it, without its end; nil for what takes many.
  func line(id: Int64) -> [UInt8]? {
    let id = RequestID.number(id)
    return switch self {
    case .status: Request.encoded(NodeStatus.self, id: id, params: Nothing())
    case .subscribe(let after): Request.encoded(EventsSubscribe.self, id: id, params: .init(after: after))
    case .contacts: Request.encoded(ContactList.self, id: id, params: .init())
    case .requests: Request.encoded(ContactRequests.self, id: id, params: Nothing())
    case .recent:
      Request.encoded(MessageLog.self, id: id, params: .init(limit: ControlAPI.Settings.maximumPage))
    case .log(let who, let before):
      Request.encoded(
        MessageLog.self, id: id, params: .init(with: who, limit: Settings.chatPage, beforeCursor: before))
    case .send(let to, let body, let replyTo):
      Request.encoded(
        MessageSend.self, id: id, params: .init(to: to, body: body, replyTo: replyTo, wait: .none))
    case .edit(let message, let body):
      Request.encoded(MessageEdit.self, id: id, params: .init(id: message, body: body))
    case .react(let message, let emoji):
      Request.encoded(MessageReact.self, id: id, params: .init(id: message, emoji: emoji))
    case .delete(let message): Request.encoded(MessageDelete.self, id: id, params: .init(id: message))
    case .retry(let message): Request.encoded(MessageRetry.self, id: id, params: .init(id: message))
    case .read(let who, let through):
      Request.encoded(MessageRead.self, id: id, params: .init(with: who, through: through))
    case .typing(let who): Request.encoded(MessageTyping.self, id: id, params: .init(to: who, typing: true))
    case .draft(let who): Request.encoded(MessageDraft.self, id: id, params: .init(with: who))
    case .keep(let who, let draft):
      Request.encoded(MessageDraft.self, id: id, params: .init(with: who, text: draft))
    case .add(let who, let name):
      Request.encoded(
        ContactAdd.self, id: id,
        params: .init(who: who, name: name, timeoutMilliseconds: Settings.networkCall.milliseconds))
    case .accept(let who): Request.encoded(ContactAccept.self, id: id, params: .init(who: who))
    case .block(let who, let blocked):
      Request.encoded(ContactBlock.self, id: id, params: .init(who: who, blocked: blocked))
    case .remove(let who): Request.encoded(ContactRemove.self, id: id, params: .init(who: who))
    case .rename(let who, let name):
      Request.encoded(ContactRename.self, id: id, params: .init(who: who, name: name))
    case .verify(let who, let code):
      Request.encoded(ContactVerify.self, id: id, params: .init(who: who, code: code))
    case .code(let who): Request.encoded(ContactVerify.self, id: id, params: .init(who: who))
    case .trust(let who): Request.encoded(ContactTrust.self, id: id, params: .init(who: who))
    case .mute(let who, let muted): Request.encoded(ContactSet.self, id: id, params: .init(who: who, muted: muted))
    case .receipts(let who, let choice):
      Request.encoded(ContactSet.self, id: id, params: .init(who: who, receipts: choice))
    case .typingSigns(let who, let choice):
      Request.encoded(ContactSet.self, id: id, params: .init(who: who, typing: choice))
    case .lifetime(let who, let milliseconds):
      Request.encoded(ContactSet.self, id: id, params: .init(who: who, lifetimeMilliseconds: milliseconds))
    case .session(let who, let reset):
      Request.encoded(ContactSession.self, id: id, params: .init(who: who, reset: reset ? true : nil))
    case .sendFile, .saveFile: nil
    case .fetch(let message): Request.encoded(FileAccept.self, id: id, params: .init(id: message))
    case .trace(let message): Request.encoded(MessageTrace.self, id: id, params: .init(id: message))
    case .cancel(let message): Request.encoded(MessageCancel.self, id: id, params: .init(id: message))
    case .search(let words, let before, let found):
      Request.encoded(
        MessageSearch.self, id: id,
        params: .init(text: words, limit: Settings.chatFinds - found, beforeCursor: before))
    case .find(let prefix):
      Request.encoded(
        DirectoryFind.self, id: id,
        params: .init(prefix: prefix, timeoutMilliseconds: Settings.networkCall.milliseconds))
    }
  }

  /// Reads the answer to it.
  func result(_ answer: ServerLine.Answer) throws(ControlJSON.Mistake) -> ChatAnswer {
    switch self {
    case .status: .status(try answer.result(of: NodeStatus.self))
    case .subscribe: .subscribed(try answer.result(of: EventsSubscribe.self))
    case .contacts: .contacts(try answer.result(of: ContactList.self).contacts)
    case .requests: .requests(try answer.result(of: ContactRequests.self).requests)
    case .recent, .log: .messages(try answer.result(of: MessageLog.self))
    case .send: .message(try answer.result(of: MessageSend.self).message)
    case .edit: .message(try answer.result(of: MessageEdit.self).message)
    case .react: .message(try answer.result(of: MessageReact.self).message)
    case .delete: .message(try answer.result(of: MessageDelete.self).message)
    case .retry: .message(try answer.result(of: MessageRetry.self).message)
    case .read: .contact(try answer.result(of: MessageRead.self).contact)
    case .typing: .done
    case .draft: .draft(try answer.result(of: MessageDraft.self).text)
    case .keep: .done
    case .cancel: .message(try answer.result(of: MessageCancel.self).message)
    case .add: .contact(try answer.result(of: ContactAdd.self).contact)
    case .accept: .contact(try answer.result(of: ContactAccept.self).contact)
    case .block: .contact(try answer.result(of: ContactBlock.self).contact)
    case .remove: .contact(try answer.result(of: ContactRemove.self).contact)
    case .rename: .contact(try answer.result(of: ContactRename.self).contact)
    case .verify, .code: .verification(try answer.result(of: ContactVerify.self))
    case .trust: .contact(try answer.result(of: ContactTrust.self).contact)
    case .mute, .receipts, .typingSigns, .lifetime: .contact(try answer.result(of: ContactSet.self).contact)
    case .session: .session(try answer.result(of: ContactSession.self))
    case .sendFile, .saveFile: .done
    case .fetch: .message(try answer.result(of: FileAccept.self).message)
    case .trace: .way(try answer.result(of: MessageTrace.self))
    case .search: .finds(try answer.result(of: MessageSearch.self))
    case .find: .matches(try answer.result(of: DirectoryFind.self).matches)
    }
  }
}

/// What the daemon answered.
enum ChatAnswer: Sendable {
  case status(NodeStatus.Result)
  case subscribed(EventsSubscribe.Result)
  case contacts([ContactView])
  case requests([ContactRequestView])
  case messages(MessageLog.Result)
  case message(MessageView)
  case contact(ContactView)
  case way(MessageTrace.Result)
  case verification(ContactVerify.Result)
  case session(ContactSession.Result)
  case draft(String?)
  case done
  /// A file was written to this path.
  case saved(String)
  case matches([MatchView])
  case finds(MessageSearch.Result)
  /// It was refused, or the answer made no sense.
  case failed(Failure)
}
