import E2EE
package import Wire
package import World

extension ChatEngine {
  /// Puts a text into the outbox of an accepted contact, and sends it as far as a link is there.
  ///
  /// - Parameter text: 1 to 65,536 UTF-8 bytes, not all of which are blank.
  /// - Parameter replyTo: the message of the conversation that it answers.
  /// - Parameter lifetime: after what time both sides erase it; nil: as the conversation says.
  /// - Returns: the message as stored; its ID names it from now on.
  package mutating func send(
    _ text: String, to peer: NodeID, replyTo: MessageID? = nil, lifetime: Duration? = nil, at now: Moment,
    in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (message: ChatMessage, directives: [ChatDirective]) {
    let (message, directives) = try turn(at: now, in: store, using: &chance) {
      (engine, turn) throws(ChatError) in
      try engine.checkBody(text)
      if let lifetime { try engine.checkLifetime(lifetime) }
      if let replyTo { try engine.requireMessage(replyTo, with: peer, in: turn) }
      if peer == engine.identity.nodeID {
        return try engine.keep(text, replyTo: replyTo, lifetime: lifetime, in: &turn)
      }
      try engine.requireAccepted(peer, in: turn)
      try engine.requireRoom(for: peer, in: turn)
      let message = try engine.queue(text, for: peer, replyTo: replyTo, lifetime: lifetime, in: &turn)
      try engine.pump(peer, in: &turn)
      return message
    }
    return (message, directives)
  }

  func checkBody(_ text: String) throws(ChatError) {
    let count = text.utf8.count
    let isSeen = text.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    guard isSeen else { throw .emptyText }
    if count > settings.maximumBodyCount { throw .textTooLong(count: count, limit: settings.maximumBodyCount) }
  }

  func requireRoom<Store, Chance>(
    for peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let ofPeer = try turn.kept(turn.store.countOutbox(of: peer))
    if ofPeer >= settings.maximumQueuedPerPeer { throw .queueOfPeerFull(limit: settings.maximumQueuedPerPeer) }
    let total = try turn.kept(turn.store.countOutbox(of: nil))
    if total >= settings.maximumQueued { throw .queueFull(limit: settings.maximumQueued) }
  }

  mutating func queue<Store, Chance>(
    _ text: String, for peer: NodeID, replyTo: MessageID?, lifetime: Duration?, file: ChatFile? = nil,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> ChatMessage {
    let contact = try turn.kept(turn.store.chatContact(peer))
    let lifetime = lifetime ?? contact?.switches.lifetime
    let message = try compose(
      text, to: peer, replyTo: replyTo, lifetime: lifetime, file: file, state: .queued, in: &turn)
    try turn.kept(turn.store.insertMessage(message))
    noteExpiry(of: message, in: turn)
    try turn.kept(turn.store.saveOutboxEntry(OutboxEntry(peer: peer, id: message.id, sequence: message.sequence)))
    try turn.trace(.queued, of: message.key, "stored in the outbox")
    try turn.log(.messageState, peer: peer, message: message.key)
    return message
  }

  /// A new message at the end of a conversation.
  func compose<Store, Chance>(
    _ text: String, to peer: NodeID, replyTo: MessageID?, lifetime: Duration?, file: ChatFile?,
    state: DeliveryState, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> ChatMessage {
    let now = turn.now.timestamp
    let position = try turn.kept(turn.store.lastPosition(with: peer))
    return ChatMessage(
      key: MessageKey(peer: peer, direction: .sent, id: MessageID.random(using: &turn.chance)), body: text,
      sentAt: now, receivedAt: nil, position: position + 1, sequence: try nextSequence(to: peer, in: turn),
      replyTo: replyTo, expiresAt: lifetime.map { now + $0 }, file: file, state: state)
  }

  /// Numbered by the clock, so that a node restored from an old backup does not count from the past again, and above
  /// all that the link has been handed.
  func nextSequence<Store, Chance>(to peer: NodeID, in turn: Turn<Store, Chance>) throws(ChatError) -> Int64 {
    let stored = try turn.kept(turn.store.lastSequence(to: peer))
    return max(stored + 1, (links[peer]?.handedThrough ?? 0) + 1, turn.now.timestamp.milliseconds)
  }

  /// Throws when the conversation has no such message, or it was erased.
  func requireMessage<Store, Chance>(
    _ id: MessageID, with peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    if try message(id, with: peer, in: turn) == nil { throw .unknownMessage(id.text) }
  }

  /// The message of that name in a conversation, whoever wrote it; the user's own first.
  func message<Store, Chance>(
    _ id: MessageID, with peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> ChatMessage? {
    for direction in [Direction.sent, .received] {
      let found = try turn.kept(turn.store.message(MessageKey(peer: peer, direction: direction, id: id)))
      if let found, !found.isGone { return found }
    }
    return nil
  }
}
