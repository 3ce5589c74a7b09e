import Chat
import ControlAPI
import Reactor
import Store
import Wire
import World

/// The event log, followed by clients. Events are kept in the store, so a reader that comes back goes on where it was,
/// and a slow one is simply behind.
extension Node {
  func subscribe(_ call: ControlCall<EventsSubscribe>) throws(RPCError) {
    let last: Int64
    do throws(ChatError) { last = try chat.lastEvent(in: store) } catch { throw RPCError(error) }
    var after = call.params.after ?? last
    guard after >= 0, after <= last else {
      throw RPCError(
        .badInput, "after must be between 0 and \(last), the cursor of the newest event",
        hint: "without it nothing older comes")
    }
    var missed = false
    if let oldest = try eventCursors()?.oldest, after < oldest - 1 {
      missed = true
      after = oldest - 1
    }
    finish(call, EventsSubscribe.Result(cursor: last, missed: missed))
    call.client.subscription = after
    call.client.onDrained = { [unowned self, unowned client = call.client] in deliverEvents(to: client) }
    effects.append(.deliverEvents(call.client))
  }

  /// Hands a subscriber what it has not seen, a page at a time and no faster than it reads.
  func deliverEvents(to client: ControlClient) {
    guard let after = client.subscription, !client.isCongested, !client.isGone else { return }
    do throws(RPCError) {
      let page: [ChatEvent]
      do throws(ChatError) {
        page = try chat.events(after: after, limit: DaemonSettings.eventPage, in: store)
      } catch {
        throw RPCError(error)
      }
      for event in page {
        // It goes on from here when it has caught up.
        guard !client.isCongested else { return }
        client.send(Notification.event(try view(of: event)).encoded)
        client.subscription = event.cursor
      }
      guard page.count == DaemonSettings.eventPage else { return }
      loop.later { [unowned self] in deliverEvents(to: client) }
    } catch {
      log.error("events: \(error.message)")
    }
  }

  func tellSubscribers() {
    for client in control?.subscribers ?? [] { deliverEvents(to: client) }
  }

  /// Those who follow the events hear of it now or never.
  func tellTyping(of peer: NodeID, _ isTyping: Bool) {
    let name = (try? chatContact(peer))?.name
    let line = Notification.typing(Typing(nodeID: peer.hex, name: name, typing: isTyping)).encoded
    for client in control?.subscribers ?? [] where !client.isCongested { client.send(line) }
  }

  private func eventCursors() throws(RPCError) -> (oldest: Int64, last: Int64)? {
    do { return try store.eventCursors() } catch { throw RPCError(error) }
  }

  private func view(of event: ChatEvent) throws(RPCError) -> Event {
    var shown = Event(cursor: event.cursor, at: event.at, kind: EventKind(event.kind), nodeID: event.peer.hex)
    shown.messageID = event.message?.id.text
    if let key = event.message,
      var message = try message(key).map({ (message) throws(RPCError) in try view(of: message) })
    {
      // The state that the event is about; the message may have moved on since.
      if let state = event.state {
        let then = MessageState(state, direction: key.direction)
        if message.state != then { message.reason = nil }
        message.state = then
        if key.direction == .sent { message.since = event.at }
      }
      if let contact = event.contact { message.name = contact.name }
      shown.message = message
    }
    // The owner is in no list of contacts, and does not change.
    let own = chat.isOwnConversation(event.peer) ? ChatEvent.Contact(ownContact) : nil
    shown.contact = (event.contact ?? own).map(EventContact.init)
    if let contact = try chatContact(event.peer) { shown.contactNow = try view(of: contact) }
    return shown
  }
}

extension EventContact {
  fileprivate init(_ contact: ChatEvent.Contact) {
    self.init(name: contact.localName, username: contact.username, state: ContactState(contact.trust))
  }
}

extension EventKind {
  fileprivate init(_ kind: ChatEvent.Kind) {
    switch kind {
    case .messageReceived: self = .messageReceived
    case .messageState: self = .messageState
    case .messageEdited: self = .messageEdited
    case .messageReaction: self = .messageReaction
    case .fileState: self = .fileState
    case .messageDeleted: self = .messageDeleted
    case .messageExpired: self = .messageExpired
    case .contactRequested: self = .contactRequested
    case .contactAdded: self = .contactAdded
    case .contactBlocked: self = .contactBlocked
    case .contactRemoved: self = .contactRemoved
    case .contactRenamed: self = .contactRenamed
    case .contactRead: self = .contactRead
    case .contactChanged: self = .contactChanged
    case .contactKeyChanged: self = .contactKeyChanged
    case .sessionHealed: self = .sessionHealed
    case .fileRefused: self = .fileRefused
    }
  }
}
