import E2EE
package import Wire
package import World

extension ChatEngine {
  /// A `reaction`, `readReceipt` or `editMessage`, whose signature was verified to be its sender's. Nodes of ours put it
  /// into the ratchet; reactions and receipts of the original come as they are, and its edits only inside messages.
  package mutating func receivedNote(
    _ wire: VerifiedMessage, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let carrier = Content.Carrier(note: wire.type) else { return engine.refuse("malformed") }
      let known = try turn.kept(turn.store.chatContact(wire.sender))
      guard let contact = known, contact.trust == .accepted else {
        engine.refuse("stranger")
        // What is in the clear needs no session.
        let isEncrypted = (try? Payload.decode(ChatMessagePayload.self, from: wire.payload)) != nil
        if known == nil, isEncrypted { engine.askForSession(of: wire.sender, in: &turn) }
        return
      }
      try engine.noteSeen(contact.nodeID, signedAt: wire.timestamp.timestamp, in: turn)
      let sentAt = wire.timestamp.timestamp
      if let payload = try? Payload.decode(ChatMessagePayload.self, from: wire.payload) {
        guard let id = MessageID(payload.messageID) else { return engine.refuse("malformed") }
        guard try engine.isWelcome(contact, id, in: &turn) else { return }
        return try engine.open(payload, id, in: carrier, from: contact, sentAt: sentAt, in: &turn)
      }
      guard carrier != .editMessage else { return engine.refuse("clear") }
      let content = Content(wire.payload, in: carrier, sentAt: sentAt, engine.settings)
      try engine.take(content, nil, from: contact, in: &turn)
    }.directives
  }

  /// Does what a contact's note says, as far as the contact may say it.
  mutating func apply<Store, Chance>(
    _ note: ChatNote, from peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    switch note {
    case .read(let ids): for id in ids { try noteRead(id, by: peer, in: &turn) }
    case .file(let target, let news): try apply(news, about: target, from: peer, in: &turn)
    case .edit(let target, let body, let time):
      // Only what the contact wrote itself is looked for, so that nobody edits the words of others.
      let key = MessageKey(peer: peer, direction: .received, id: target)
      guard let message = try turn.kept(turn.store.message(key)) else {
        return try keepEarly(note, about: target, of: peer, in: turn)
      }
      try change(message, to: body, at: time, in: &turn)
    case .reaction(let target, let emoji, let number):
      guard let message = try message(target, with: peer, in: turn) else {
        return try keepEarly(note, about: target, of: peer, in: turn)
      }
      try set(Reaction(author: peer, emoji: emoji, number: number), on: message, in: &turn)
    }
  }

  /// What came before a message is done now that it is there.
  mutating func applyEarlyNotes<Store, Chance>(
    about key: MessageKey, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let notes = try turn.kept(turn.store.takeEarlyNotes(of: key.peer, about: key.id))
    for note in notes { try apply(note, from: key.peer, in: &turn) }
  }

  private func keepEarly<Store, Chance>(
    _ note: ChatNote, about target: MessageID, of peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    // What was erased here comes no more.
    let key = MessageKey(peer: peer, direction: .received, id: target)
    guard try turn.kept(turn.store.message(key)) == nil else { return }
    let early = EarlyNote(peer: peer, target: target, note: note)
    try turn.kept(turn.store.saveEarlyNote(early, keeping: settings.earlyNotes))
  }

  /// The contact's user has seen a message of ours: so it has arrived, whether or not its receipt has.
  private mutating func noteRead<Store, Chance>(
    _ id: MessageID, by peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let key = MessageKey(peer: peer, direction: .sent, id: id)
    let message = try turn.kept(turn.store.message(key))
    guard let message, !message.isGone else { return counters.count("chat.receipt.unexpected") }
    switch message.state {
    case .read: return
    case .queued: return counters.count("chat.receipt.unexpected")
    case .sent, .relayed, .delivered, .failed: break
    }
    try discharge(key, in: turn)
    try noteArrival(ofFileOf: key, in: &turn)
    try turn.trace(.read, of: key, "read receipt signed by the peer")
    try turn.setState(.read, of: key)
  }

  private mutating func change<Store, Chance>(
    _ message: ChatMessage, to body: String, at time: Timestamp, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard !message.isGone else { return }
    guard time >= message.sentAt, time - message.sentAt <= settings.editLimit else { return refuse("edit-late") }
    guard time > message.editedAt ?? message.sentAt else { return refuse("edit-old") }
    try save(message, body: body, editedAt: time, in: &turn)
  }
}

extension Content.Carrier {
  /// Nil for types that carry no note.
  fileprivate init?(note type: MessageType) {
    switch type {
    case .reaction: self = .reaction
    case .readReceipt: self = .readReceipt
    case .editMessage: self = .editMessage
    case .hello, .initiateSession, .message, .ack, .relay, .typing, .sealed, .groupMessage, .groupReaction,
      .groupMemberLeft, .groupDeleted, .groupReadReceipt, .storeAndForward, .storeAndForwardDelivery,
      .channelAnnouncement, .deadDrop, .groupEditMessage, .senderKeyRequest, .mlsWelcome, .mlsCommit, .mlsMessage,
      .mlsCommitRequest, .mlsReaction, .mlsCoordinatorHandoff, .mlsGroupEditMessage, .deviceLinkRequest,
      .deviceSyncMessage, .sssShareDelivery, .sssShareRequest, .sssShareResponse, .remoteWipe, .channelJoinRequest,
      .dhtPing, .dhtPong, .dhtFindNode, .dhtFindNodeResp, .dhtStore, .dhtFindValue, .dhtFindValueResp:
      return nil
    }
  }
}
