import Chat
import ControlAPI
import Store
import Wire
import World

/// What a person does with messages that are there.
extension Node {
  func retryMessage(_ params: MessageReference) throws(RPCError) -> MessageResult {
    try act(on: params.id, .sent) { (engine, key, now) throws(ChatError) in
      try engine.retry(key.id, at: now, in: store, using: &chance)
    }
  }

  func editMessage(_ params: MessageEdit.Params) throws(RPCError) -> MessageResult {
    try act(on: params.id, nil) { (engine, key, now) throws(ChatError) in
      guard key.direction == .sent else { throw ChatError.notAuthor }
      return try engine.edit(key.id, to: params.body, at: now, in: store, using: &chance)
    }
  }

  func reactToMessage(_ params: MessageReact.Params) throws(RPCError) -> MessageResult {
    let emoji = params.emoji?.isEmpty == true ? nil : params.emoji
    return try act(on: params.id, nil) { (engine, key, now) throws(ChatError) in
      try engine.react(to: key, with: emoji, at: now, in: store, using: &chance)
    }
  }

  func deleteMessage(_ params: MessageReference) throws(RPCError) -> MessageResult {
    let key = try key(of: params.id, nil)
    let before = try result(key)
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in
        ((), try engine.delete(key, at: now, in: store, using: &chance))
      }
    } catch {
      throw RPCError(error)
    }
    return before
  }

  func readMessages(_ params: MessageRead.Params) throws(RPCError) -> MessageRead.Result {
    let with = try contact(params.with, preferring: .accepted)
    let place = params.through.flatMap { HistoryPlace(cursor: $0) }
    guard params.through == nil || place != nil else {
      throw RPCError(.badInput, "through takes the cursor of a message")
    }
    let count: Int
    do throws(ChatError) {
      count = try withChat { (engine, now) throws(ChatError) in
        let marked = try engine.markRead(
          with: with.nodeID, through: place, at: now, in: store, using: &chance)
        return (marked.count, marked.directives)
      }
    } catch {
      throw RPCError(error)
    }
    return MessageRead.Result(read: count, contact: try view(of: with))
  }

  func traceMessage(_ params: MessageReference) throws(RPCError) -> MessageTrace.Result {
    let key = try key(of: params.id, nil)
    let message = try result(key).message
    var steps: [TraceStep]
    var holders: [HolderView] = []
    do throws(ChatError) {
      steps = try chat.trace(of: key, in: store).map { TraceStep($0) }
    } catch {
      throw RPCError(error)
    }
    switch key.direction {
    case .received:
      let received = try self.message(key)?.receivedAt ?? message.since
      steps.insert(TraceStep(kind: .received, at: received, evidence: "opened in the session and stored"), at: 0)
    case .sent:
      do { holders = try store.outboxEntry(key.id, of: key.peer)?.deposits.map { HolderView($0) } ?? [] } catch {
        throw RPCError(error)
      }
    }
    return MessageTrace.Result(message: message, steps: steps, holders: holders)
  }

  private func act(
    on id: String, _ direction: Direction?,
    _ verb: (inout ChatEngine, MessageKey, Moment) throws(ChatError) -> [ChatDirective]
  ) throws(RPCError) -> MessageResult {
    let key = try key(of: id, direction)
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in ((), try verb(&engine, key, now)) }
    } catch {
      throw RPCError(error).naming(try word(for: key.peer))
    }
    return try result(key)
  }

  /// What its owner would type for a contact that was not named.
  private func word(for peer: NodeID) throws(RPCError) -> String {
    try chatContact(peer)?.localName ?? String(peer.hex.prefix(16))
  }

  /// The message that a person means.
  private func key(of id: String, _ direction: Direction?) throws(RPCError) -> MessageKey {
    do throws(ChatError) { return try chat.message(named: id, direction, in: store).key } catch {
      throw RPCError(error)
    }
  }

  /// The message as it is now.
  func result(_ key: MessageKey) throws(RPCError) -> MessageResult {
    guard let message = try message(key) else { throw RPCError(.internalFailure, "the message is gone") }
    return MessageResult(message: try view(of: message))
  }
}

extension HolderView {
  fileprivate init(_ deposit: MailboxDeposit) {
    self.init(nodeID: deposit.holder.nodeID.hex, until: deposit.until)
  }
}
