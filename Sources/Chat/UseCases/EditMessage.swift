import Wire
package import World

extension ChatEngine {
  /// Changes the text of an own message, here and at the peer.
  package mutating func edit(
    _ id: MessageID, to body: String, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.checkBody(body)
      let found = try turn.kept(turn.store.sentMessage(id))
      guard let message = found else { throw ChatError.unknownMessage(id.text) }
      if case .failed = message.state { throw ChatError.notEditable(message.state) }
      guard now.timestamp - message.sentAt <= engine.settings.editLimit else {
        throw ChatError.tooOldToEdit(limit: engine.settings.editLimit)
      }
      // The peer takes only what is later than the text it has.
      let last = message.editedAt ?? message.sentAt
      let time = max(now.timestamp, last + .seconds(1))
      try engine.spread(.edit(of: id, body: body, at: time), about: message, in: &turn)
      try engine.save(message, body: body, editedAt: time, in: &turn)
    }.directives
  }

  func save<Store, Chance>(
    _ message: ChatMessage, body: String, editedAt: Timestamp, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var edited = message
    edited.body = body
    edited.editedAt = editedAt
    try turn.kept(turn.store.updateMessage(edited))
    try turn.log(.messageEdited, peer: message.peer, message: message.key)
  }

  /// Sends a note about a message to the other side, unless there is none.
  mutating func spread<Store, Chance>(
    _ note: ChatNote, about message: ChatMessage, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard !isOwnConversation(message.peer) else { return }
    try requireAccepted(message.peer, in: turn)
    try requireRoom(for: message.peer, in: turn)
    try queue(note, for: message.peer, in: &turn)
    try pump(message.peer, in: &turn)
  }

  func queue<Store, Chance>(
    _ note: ChatNote, for peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let entry = OutboxEntry(
      peer: peer, id: MessageID.random(using: &turn.chance), sequence: try nextSequence(to: peer, in: turn),
      note: note)
    try turn.kept(turn.store.saveOutboxEntry(entry))
  }
}
