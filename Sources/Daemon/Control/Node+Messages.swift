import Chat
import ControlAPI
import E2EE
import Store
import Wire
import World

/// A call that waits until a message reaches a state.
struct MessageWait {
  let key: MessageKey
  let call: ControlCall<MessageSend>
  let wait: Waits.ID
}

/// The message methods.
extension Node {
  func sendMessage(_ call: ControlCall<MessageSend>) throws(RPCError) {
    let to = try contact(call.params.to, preferring: .accepted)
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.deliveryTimeout)
    let message: ChatMessage
    do throws(ChatError) {
      let replyTo = try call.params.replyTo.map { (id) throws(ChatError) in
        try chat.message(named: id, in: store).id
      }
      let lifetime = call.params.lifetimeMilliseconds.map { Duration.milliseconds($0) }
      message = try withChat { (engine, now) throws(ChatError) in
        let sent = try engine.send(
          call.params.body, to: to.nodeID, replyTo: replyTo, lifetime: lifetime, at: now, in: store,
          using: &chance)
        return (sent.message, sent.directives)
      }
    } catch {
      throw RPCError(error)
    }
    guard call.params.wait != .none, !message.state.reaches(call.params.wait) else {
      return finish(call, MessageSend.Result(message: try view(of: message), reached: true))
    }
    effects.append(
      .wait(
        begin: { [self] in beginWait(message, call, timeout) }, refuse: { [self] in fail(call, RPCError($0)) }))
  }

  /// The message is stored: now its caller may wait for what becomes of it.
  private func beginWait(_ message: ChatMessage, _ call: ControlCall<MessageSend>, _ timeout: Duration) {
    do throws(RPCError) {
      let wait = try addWait(timeout, for: call.client) { [self] in timeOut(message.key, call) }
      messageWaits[message.id, default: []].append(MessageWait(key: message.key, call: call, wait: wait))
      let stage = chat.isLinked(message.peer) ? "waiting for the receipt" : "connecting"
      progress(call, stage, messageID: message.id.text)
    } catch {
      fail(call, error)
    }
  }

  /// A message changed its state: whoever waits for that, or for what can no longer come, is answered.
  func answerWaits(for key: MessageKey, in state: DeliveryState) {
    guard let waiting = messageWaits[key.id] else { return }
    var rest: [MessageWait] = []
    for one in waiting {
      if one.key == key, state.answers(one.call.params.wait) {
        waits.end(one.wait)
        answer(key, one.call)
      } else {
        rest.append(one)
      }
    }
    messageWaits[key.id] = rest.isEmpty ? nil : rest
  }

  private func timeOut(_ key: MessageKey, _ call: ControlCall<MessageSend>) {
    messageWaits[key.id]?.removeAll { $0.call.id == call.id && $0.call.client === call.client }
    if messageWaits[key.id]?.isEmpty == true { messageWaits[key.id] = nil }
    answer(key, call)
  }

  private func answer(_ key: MessageKey, _ call: ControlCall<MessageSend>) {
    do throws(RPCError) {
      guard let message = try message(key) else { throw RPCError(.notFound, "the message is gone") }
      let reached = message.state.reaches(call.params.wait)
      finish(call, MessageSend.Result(message: try view(of: message), reached: reached))
    } catch {
      fail(call, error)
    }
  }

  func readLog(_ params: MessageLog.Params) throws(RPCError) -> MessageLog.Result {
    try checkPage(params.limit)
    guard let with = params.with else {
      guard params.beforeCursor == nil, params.afterCursor == nil else {
        throw RPCError(.badInput, "beforeCursor and afterCursor go with one conversation")
      }
      return try readAllLogs(limit: params.limit)
    }
    guard params.beforeCursor == nil || params.afterCursor == nil else {
      throw RPCError(.badInput, "beforeCursor and afterCursor exclude each other")
    }
    let before = try place(params.beforeCursor, "--before (beforeCursor)")
    let after = try place(params.afterCursor.flatMap { $0.isEmpty ? nil : $0 }, "--after (afterCursor)")
    let contact = try contact(with)
    let page =
      params.afterCursor == nil
      ? try history(with: contact, before: before, limit: params.limit)
      : try history(with: contact, after: after, limit: params.limit)
    // A page of the longest texts would not fit one answer line: the rest is the next page.
    var bytes = 0
    let fitting = page.prefix {
      bytes += 6 * $0.body.utf8.count + 1024
      return bytes < Settings.maximumAnswer
    }
    let hasMore = page.count == params.limit || fitting.count < page.count
    return MessageLog.Result(
      messages: try views(of: params.afterCursor == nil ? fitting.reversed() : Array(fitting)),
      nextCursor: hasMore ? fitting.last?.place.cursor : nil)
  }

  func checkPage(_ limit: Int) throws(RPCError) {
    guard (1...Settings.maximumPage).contains(limit) else {
      throw RPCError(.badInput, "limit must be between 1 and \(Settings.maximumPage)")
    }
  }

  private func place(_ cursor: String?, _ name: String) throws(RPCError) -> HistoryPlace? {
    guard let cursor else { return nil }
    guard let place = HistoryPlace(cursor: cursor) else {
      throw RPCError(
        .badInput, "\(name) takes the cursor of a message",
        hint: "sophax log WHO names one when there are older messages; with --json every message has its own")
    }
    return place
  }

  /// The newest messages of all conversations, by time; there is no further page.
  private func readAllLogs(limit: Int) throws(RPCError) -> MessageLog.Result {
    var all: [ChatMessage] = []
    let contacts: [ChatContact]
    do throws(ChatError) { contacts = try chat.contacts(in: store) } catch { throw RPCError(error) }
    for contact in contacts + [ownContact] { all += try history(with: contact, before: nil, limit: limit) }
    all.sort { ($0.receivedAt ?? $0.sentAt) < ($1.receivedAt ?? $1.sentAt) }
    return MessageLog.Result(messages: try views(of: all.suffix(limit)))
  }

  private func history(
    with contact: ChatContact, before place: HistoryPlace?, limit: Int
  ) throws(RPCError) -> [ChatMessage] {
    do throws(ChatError) {
      return try chat.history(with: contact.nodeID, before: place, limit: limit, in: store)
    } catch {
      throw RPCError(error)
    }
  }

  private func history(
    with contact: ChatContact, after place: HistoryPlace?, limit: Int
  ) throws(RPCError) -> [ChatMessage] {
    do throws(ChatError) {
      return try chat.history(with: contact.nodeID, after: place, limit: limit, in: store)
    } catch {
      throw RPCError(error)
    }
  }

  func showMessage(_ params: MessageReference) throws(RPCError) -> MessageShow.Result {
    let message: ChatMessage
    let steps: [DeliveryStep]
    do throws(ChatError) {
      message = try chat.message(named: params.id, in: store)
      steps = message.direction == .sent ? try chat.trace(of: message.key, in: store) : []
    } catch {
      throw RPCError(error)
    }
    return MessageShow.Result(
      message: try view(of: message), history: steps.map { MessageStep($0) },
      attempts: steps.filter { $0.kind == .sent }.reduce(0) { $0 + $1.times })
  }

  func cancelMessage(_ params: MessageReference) throws(RPCError) -> MessageResult {
    let key: MessageKey
    do throws(ChatError) {
      key = try chat.message(named: params.id, .sent, in: store).key
      try withChat { (engine, now) throws(ChatError) in
        ((), try engine.cancel(key.id, at: now, in: store, using: &chance))
      }
    } catch {
      throw RPCError(error)
    }
    return try result(key)
  }

  /// A message that is here and was not erased.
  func message(_ key: MessageKey) throws(RPCError) -> ChatMessage? {
    let found: ChatMessage?
    do { found = try store.message(key) } catch { throw RPCError(error) }
    return found?.isGone == true ? nil : found
  }

  func views(of messages: some Sequence<ChatMessage>) throws(RPCError) -> [MessageView] {
    var views: [MessageView] = []
    for message in messages { views.append(try view(of: message)) }
    return views
  }

  func view(of message: ChatMessage) throws(RPCError) -> MessageView {
    let contact = try chatContact(message.peer)
    let steps: [DeliveryStep]
    do { steps = message.direction == .sent ? try store.deliverySteps(of: message.key) : [] } catch {
      throw RPCError(error)
    }
    let unreachable = steps.last.flatMap { $0.kind == .unreachable ? $0.evidence : nil }
    // A receipt that cannot be kept counts as none.
    let reason = message.state.isFinal ? nil : storeProblem.map { "the store refuses writes: \($0)" } ?? unreachable
    var view = MessageView(
      message, of: contact, since: steps.last?.lastAt ?? message.receivedAt ?? message.sentAt, reason: reason)
    view.reply = try message.replyTo.map { (id) throws(RPCError) in try replyView(id, with: message.peer) }
    let reactions = message.reactions.compactMap { reaction in
      reaction.emoji.map {
        ReactionView(by: reaction.author == identity.nodeID ? .outgoing : .incoming, emoji: $0)
      }
    }
    if !reactions.isEmpty { view.reactions = reactions }
    view.file = try fileView(of: message)
    if try hasGap(before: message) { view.gap = true }
    return view
  }

  private func replyView(_ id: MessageID, with peer: NodeID) throws(RPCError) -> ReplyView {
    for direction in [Direction.sent, .received] {
      let key = MessageKey(peer: peer, direction: direction, id: id)
      guard let answered = try message(key) else { continue }
      return ReplyView(
        messageID: id.text, direction: direction == .sent ? .outgoing : .incoming,
        excerpt: String(answered.body.prefix(DaemonSettings.excerpt)))
    }
    return ReplyView(messageID: id.text)
  }

  private func hasGap(before message: ChatMessage) throws(RPCError) -> Bool {
    do throws(ChatError) { return try chat.hasGap(before: message, in: store) } catch { throw RPCError(error) }
  }
}

extension DeliveryState {
  /// Whether this state is what the caller waits for, or beyond it.
  fileprivate func reaches(_ wait: MessageSend.Wait) -> Bool {
    switch (wait, self) {
    case (.none, _): true
    case (_, .failed), (_, .queued): false
    case (.sent, .sent), (.sent, .relayed), (.relayed, .relayed), (_, .delivered), (_, .read): true
    case (.relayed, .sent), (.delivered, .sent), (.delivered, .relayed): false
    }
  }

  /// Whether a waiting caller is to be answered now.
  fileprivate func answers(_ wait: MessageSend.Wait) -> Bool { reaches(wait) || isFinal }
}
