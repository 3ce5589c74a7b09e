package import Wire
package import World

extension ChatEngine {
  /// Puts a text into the outbox of an accepted contact, and sends it as far as a link is there.
  ///
  /// - Parameter text: 1 to 65,536 UTF-8 bytes.
  /// - Returns: the message as stored; its ID names it from now on.
  package mutating func send(
    _ text: String, to peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (message: ChatMessage, directives: [ChatDirective]) {
    let (message, directives) = try turn(at: now, in: store, using: &chance) {
      (engine, turn) throws(ChatError) in
      try engine.checkBody(text)
      try engine.requireAccepted(peer, in: turn)
      try engine.requireRoom(for: peer, in: turn)
      let message = try engine.queue(text, for: peer, in: &turn)
      try engine.pump(peer, in: &turn)
      return message
    }
    return (message, directives)
  }

  private func checkBody(_ text: String) throws(ChatError) {
    let count = text.utf8.count
    if count == 0 { throw .emptyText }
    if count > settings.maximumBodyCount { throw .textTooLong(count: count, limit: settings.maximumBodyCount) }
  }

  private func requireRoom<Store, Chance>(
    for peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let ofPeer = try turn.kept(turn.store.countOutbox(of: peer))
    if ofPeer >= settings.maximumQueuedPerPeer { throw .queueOfPeerFull(limit: settings.maximumQueuedPerPeer) }
    let total = try turn.kept(turn.store.countOutbox(of: nil))
    if total >= settings.maximumQueued { throw .queueFull(limit: settings.maximumQueued) }
  }

  private func queue<Store, Chance>(
    _ text: String, for peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> ChatMessage {
    let id = MessageID.random(using: &turn.chance)
    let now = turn.now.timestamp
    let position = try turn.kept(turn.store.lastPosition(with: peer))
    let last = try turn.kept(turn.store.lastSequence(to: peer))
    // Numbered by the clock, so that a node restored from an old backup does not count from the past again.
    let message = ChatMessage(
      key: MessageKey(peer: peer, direction: .sent, id: id), body: text, sentAt: now, receivedAt: nil,
      position: position + 1, sequence: max(last + 1, now.milliseconds), state: .queued)
    try turn.kept(turn.store.insertMessage(message))
    let entry = OutboxEntry(peer: peer, id: id, sequence: message.sequence)
    try turn.kept(turn.store.saveOutboxEntry(entry))
    try turn.trace(.queued, of: message.key, "stored in the outbox")
    try turn.log(.messageState, peer: peer, message: message.key, state: .queued)
    return message
  }
}
