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
  case send(to: String, body: String)
  case add(who: String, name: String?)
  case accept(String)
  case block(String, Bool)
  case remove(String)
  case rename(String, to: String)
  case verify(String)
  case trace(String)
  case cancel(String)
  case find(String)

  /// The line that asks for it, without its end.
  func line(id: Int64) -> [UInt8] {
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
    case .send(let to, let body):
      Request.encoded(MessageSend.self, id: id, params: .init(to: to, body: body, wait: .none))
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
    case .verify(let who): Request.encoded(ContactShow.self, id: id, params: .init(who: who))
    case .trace(let message): Request.encoded(MessageShow.self, id: id, params: .init(id: message))
    case .cancel(let message): Request.encoded(MessageCancel.self, id: id, params: .init(id: message))
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
    case .cancel: .message(try answer.result(of: MessageCancel.self).message)
    case .add: .contact(try answer.result(of: ContactAdd.self).contact)
    case .accept: .contact(try answer.result(of: ContactAccept.self).contact)
    case .block: .contact(try answer.result(of: ContactBlock.self).contact)
    case .remove: .contact(try answer.result(of: ContactRemove.self).contact)
    case .rename: .contact(try answer.result(of: ContactRename.self).contact)
    case .verify: .contact(try answer.result(of: ContactShow.self).contact)
    case .trace: .way(try answer.result(of: MessageShow.self))
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
  case way(MessageShow.Result)
  case matches([MatchView])
  /// It was refused, or the answer made no sense.
  case failed(Failure)
}
