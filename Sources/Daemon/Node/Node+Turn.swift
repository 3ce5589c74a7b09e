import Chat
import ControlAPI
import FileTransfer
import Kademlia
import Reactor
import Relay
import Store
import Transport
import Wire
import World

/// Persist, then send: what the frames and calls of one loop turn changed commits in one transaction at the turn's
/// end, and only then are the turn's effects carried out.
extension Node {
  /// The end of a turn. Carrying out effects may write again (a message that was handed to its link), so it goes
  /// round until nothing is left, or the rest waits for the next turn.
  func endTurn() {
    for _ in 0..<DaemonSettings.roundsPerTurn {
      guard !effects.isEmpty || store.hasUncommitted else { break }
      guard commit() else { break }
      let due = effects
      effects = []
      for effect in due { carryOut(effect) }
    }
    if !effects.isEmpty || store.hasUncommitted { loop.later {} }
    schedule()
  }

  /// Makes what the turn wrote so far durable; false when the store refused and everything was taken back.
  @discardableResult
  func commit() -> Bool {
    do throws(StoreError) {
      let wrote = try store.commitTurn()
      chatBefore = nil
      if wrote, storeProblem != nil {
        (storeProblem, storeRetryAt) = (nil, nil)
        log.notice("store: writes succeed again")
      }
      return true
    } catch {
      takeBack(error)
      return false
    }
  }

  /// The store could not keep the turn: nothing of it happened. Nobody is told otherwise, peers send again, and
  /// whoever called hears why.
  private func takeBack(_ error: StoreError) {
    counters.count("store.turns.lost")
    noteStoreFailure(error)
    if let chatBefore { chat = chatBefore }
    chatBefore = nil
    mailbox.storeFailed()
    let lost = effects
    effects = []
    for effect in lost {
      switch effect {
      case .answer(let client, let line): refuse(line, of: client, because: error)
      case .note(let client, let line): client.send(line)
      case .wait(_, let refuse): refuse(error)
      // The state of these was not taken back, so what they decided still has to be done; and the end is the end.
      case .directory, .relay, .drop, .stop: effects.append(effect)
      case .chat, .mailbox, .respond, .deliverEvents: break
      }
    }
  }

  /// The store refused: `status` says so, and the node's own attempts rest for a while.
  private func noteStoreFailure(_ error: StoreError) {
    if storeProblem == nil { log.error("store: a write failed, nothing of it was kept: \(error)") }
    storeProblem = "\(error)"
    storeRetryAt = loop.now.instant + DaemonSettings.storeRetry
  }

  /// Writes something that is there already, to see whether the store takes writes again.
  private func tryStore() {
    storeRetryAt = loop.now.instant + DaemonSettings.storeRetry
    do throws(StoreError) { try store.saveSeeds(try store.seeds()) } catch { noteStoreFailure(error) }
  }

  /// Turns an answer that was never true into the refusal of its call.
  private func refuse(_ line: [UInt8], of client: ControlClient, because error: StoreError) {
    guard case .answer(let id, _)? = try? ServerLine.decode(line) else { return client.answer(line) }
    client.answer(Response.encoded(id: id, error: RPCError(error)))
  }

  /// Runs a verb of the chat, in a savepoint of its own, and queues what it decides.
  @discardableResult
  func withChat<Result>(
    _ verb: (inout ChatEngine, Moment) throws(ChatError) -> (result: Result, directives: [ChatDirective])
  ) throws(ChatError) -> Result {
    if chatBefore == nil { chatBefore = chat }
    let now = loop.now
    let (result, directives) = try store.savepoint { () throws(ChatError) in try verb(&chat, now) }
    effects += directives.map(Effect.chat)
    return result
  }

  /// The same for verbs that only decide. - Returns: false when the store failed, and nothing of the verb was kept.
  @discardableResult
  func tellChat(_ verb: (inout ChatEngine, Moment) throws(ChatError) -> [ChatDirective]) -> Bool {
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in ((), try verb(&engine, now)) }
      return true
    } catch {
      counters.count("chat.failures")
      log.error("chat: \(error)")
      if case .store(let cause) = error, let cause = cause as? StoreError { noteStoreFailure(cause) }
      return false
    }
  }

  /// Runs a verb of the directory and queues what it decides.
  func tellDirectory(_ verb: (inout Engine, Moment) -> [Engine.Directive]) {
    effects += verb(&directory, loop.now).map(Effect.directory)
  }

  /// Runs a verb of the mailboxes, in a savepoint of its own, and queues what it decides.
  func tellMailbox(_ verb: (inout Mailbox, Moment) throws(StoreError) -> [Mailbox.Directive]) {
    let now = loop.now
    do throws(StoreError) {
      effects += try store.savepoint { () throws(StoreError) in try verb(&mailbox, now) }.map(Effect.mailbox)
    } catch {
      mailbox.storeFailed()
      counters.count("mailbox.failures")
      noteStoreFailure(error)
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .chat(let directive): carryOut(directive)
    case .directory(let directive): carryOut(directive)
    case .mailbox(let directive): carryOut(directive)
    case .relay(let directive): carryOut(directive)
    case .drop(let directive): carryOut(directive)
    case .wait(let begin, _): begin()
    case .answer(let client, let line): client.answer(line)
    case .note(let client, let line): client.send(line)
    case .respond(let link, let type, let payload):
      // Who asks on without reading gets no more; it asks again, if it is there at all.
      if link.isCongested { counters.count("directory.answers.unread") } else { send(type, payload, on: link) }
    case .deliverEvents(let client): deliverEvents(to: client)
    case .stop: stop()
    }
  }

  // MARK: Time

  /// Sets the one timer to whatever is due first.
  private func schedule() {
    let retry = storeProblem == nil ? nil : storeRetryAt
    let due = [
      chatDeadline, retry, directory.nextDeadline, waits.nextDeadline, mailboxDeadline, nextPreKeyCare,
      nextCollection, nextClockLook, downloads.nextDeadline, restingFiles.values.min(),
    ].compactMap(\.self).min()
    if let due, !isStopping { timer?.schedule(at: due) } else { timer?.cancel() }
  }

  /// When the chat has something to do. What fell due while the store refuses is tried again only now and then: the
  /// failed attempt was taken back, so it would be due at once, for ever.
  private var chatDeadline: Instant? {
    guard let due = chat.nextDeadline, let storeRetryAt else { return chat.nextDeadline }
    return max(due, storeRetryAt)
  }

  /// When the mailbox has something to do. Nothing expires while other nodes contradict this machine's clock.
  private var mailboxDeadline: Instant? { clockStanding == .doubted ? nil : mailbox.nextDeadline }

  func tick() {
    let now = loop.now.instant
    if chatDeadline.map({ $0 <= now }) == true {
      tellChat { (engine, now) throws(ChatError) in try engine.tick(at: now, in: store, using: &chance) }
    }
    if directory.nextDeadline.map({ $0 <= now }) == true {
      tellDirectory { engine, now in engine.tick(at: now, using: &chance) }
    }
    if storeProblem != nil, storeRetryAt.map({ $0 <= now }) == true { tryStore() }
    if mailboxDeadline.map({ $0 <= now }) == true {
      tellMailbox { (mailbox, now) throws(StoreError) in try mailbox.tick(at: now, in: store) }
    }
    if nextPreKeyCare <= now { careForPreKeys() }
    if nextCollection <= now { collectMail() }
    if nextClockLook <= now { lookAtClock() }
    tickFiles(at: now)
    for timeOut in waits.takeDue(at: now) { timeOut() }
  }
}
