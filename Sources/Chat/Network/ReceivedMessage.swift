import E2EE
package import Wire
package import World

extension ChatEngine {
  /// A `message`, whose signature was verified to be its sender's: opened, stored and acknowledged, in one turn.
  package mutating func receivedMessage(
    _ wire: VerifiedMessage, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let peer = wire.sender
      guard let payload = try? Payload.decode(ChatMessagePayload.self, from: wire.payload),
        let id = MessageID(payload.messageID)
      else { return engine.refuse("malformed") }
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else {
        engine.refuse("stranger")
        return engine.askForSession(of: peer, in: &turn)
      }
      try engine.noteSeen(peer, signedAt: wire.timestamp.timestamp, in: turn)
      guard try engine.isWelcome(contact, id, in: &turn) else { return }
      try engine.open(payload, id, in: .message, from: contact, sentAt: wire.timestamp.timestamp, in: &turn)
    }.directives
  }

  /// Opens a message of a session, whatever it carries.
  mutating func open<Store, Chance>(
    _ payload: ChatMessagePayload, _ id: MessageID, in carrier: Content.Carrier, from contact: ChatContact,
    sentAt: Timestamp,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var sessions = try sessions(with: contact.nodeID, in: turn)
    let before = sessions.current?.id
    let plaintext: [UInt8]
    do throws(SessionError) {
      plaintext = try sessions.decrypt(
        payload.ratchetMessage, sentAt: sentAt, at: turn.now.timestamp, using: &turn.chance)
    } catch {
      return try heal(contact, id, error, in: &turn)
    }
    try save(sessions, in: turn)
    try take(Content(plaintext, in: carrier, sentAt: sentAt, settings), id, from: contact, in: &turn)
    try follow(sessions, from: before, with: contact, in: &turn)
  }

  /// Whether a message of this contact is to be opened at all: what is stored already is only acknowledged again.
  mutating func isWelcome<Store, Chance>(
    _ contact: ChatContact, _ id: MessageID?, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    let peer = contact.nodeID
    if contact.trust == .blocked {
      refuse("blocked")
      return false
    }
    if let id {
      let key = MessageKey(peer: peer, direction: .received, id: id)
      if try isKnown(key, in: turn) {
        counters.count("chat.received.again")
        if contact.trust == .accepted { try acknowledge(key, in: &turn) }
        return false
      }
    }
    if contact.trust == .requested {
      let waiting = try turn.kept(turn.store.countMessages(with: peer))
      if waiting >= settings.maximumMessagesPerRequest {
        refuse("request-full")
        return false
      }
    }
    return true
  }

  /// Whether it came before: as a message, which may be erased by now, or as a note.
  private func isKnown<Store, Chance>(
    _ key: MessageKey, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    if try turn.kept(turn.store.message(key)) != nil { return true }
    return try turn.kept(turn.store.isKnownNote(key.id, of: key.peer))
  }

  /// Stores what a contact or a request sent, and answers the contact.
  mutating func take<Store, Chance>(
    _ content: Content, _ id: MessageID?, from contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let peer = contact.nodeID
    switch content {
    case .probe: return
    case .unsupported, .malformed:
      refuse("content")
      guard let id, contact.trust == .accepted else { return }
      try acknowledge(MessageKey(peer: peer, direction: .received, id: id), .failed, in: &turn)
    case .text, .file:
      guard let (text, file, bytes) = content.shown else { return }
      let key = MessageKey(
        peer: peer, direction: .received, id: id ?? MessageID.random(using: &turn.chance))
      guard try hasRoom(for: bytes, from: contact, in: turn) else {
        refuse("file-room")
        guard contact.trust == .accepted else { return }
        try turn.log(.fileRefused, peer: peer)
        guard id != nil else { return }
        return try acknowledge(key, .failed, in: &turn)
      }
      let isAlive = try insert(text, file, key, in: turn)
      if let file, isAlive { try receive(file, bytes, of: key, from: contact, in: &turn) }
      guard contact.trust == .accepted else { return }
      endTyping(of: peer, in: &turn)
      if isAlive { try turn.log(.messageReceived, peer: peer, message: key) }
      try applyEarlyNotes(about: key, in: &turn)
      if id != nil { try acknowledge(key, in: &turn) }
    case .note(let note):
      // A stranger says nothing about messages: it has seen none.
      guard contact.trust == .accepted else { return refuse("content") }
      try apply(note, from: peer, in: &turn)
      guard let id else { return }
      try turn.kept(turn.store.saveKnownNote(id, of: peer, keeping: settings.knownNotes))
      try acknowledge(MessageKey(peer: peer, direction: .received, id: id), in: &turn)
    }
  }

  /// Whether a file that came along may be kept: of a stranger only a small one.
  private func hasRoom<Store, Chance>(
    for bytes: [UInt8]?, from contact: ChatContact, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    guard let bytes else { return true }
    let size = Int64(bytes.count)
    if contact.trust != .accepted, size > settings.strangersFile { return false }
    do throws(ChatError) {
      try checkRoom(for: size, from: contact.nodeID, in: turn)
      return true
    } catch {
      guard case .store = error else { return false }
      throw error
    }
  }

  /// Gives a text its place. False when its time was over before it came: then only the place is kept.
  private mutating func insert<Store, Chance>(
    _ text: Content.Text, _ file: ChatFile?, _ key: MessageKey, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    let last = try turn.kept(turn.store.lastPosition(with: key.peer))
    let next =
      text.sequence == 0
      ? nil : try turn.kept(turn.store.position(afterSequence: text.sequence, from: key.peer))
    let now = turn.now.timestamp
    let expiresAt = text.expiresAt.map { min($0, now + settings.longestLifetime) }
    let isAlive = expiresAt.map { $0 > now } ?? true
    let message = ChatMessage(
      key: key, body: text.body, sentAt: text.sentAt, receivedAt: now, position: next ?? last + 1,
      sequence: text.sequence, previous: text.previous, replyTo: text.replyTo, expiresAt: expiresAt,
      file: file, state: .delivered)
    try turn.kept(turn.store.insertMessage(message))
    if isAlive { noteExpiry(of: message, in: turn) } else { try turn.kept(turn.store.eraseMessage(key)) }
    return isAlive
  }

  /// When another session sends from now on, everything without a receipt goes out again under it: the peer may have
  /// lost the one before.
  mutating func follow<Store, Chance>(
    _ sessions: PeerSessions, from before: SessionID?, with contact: ChatContact,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard contact.trust == .accepted, sessions.current?.id != before else { return }
    links[contact.nodeID]?.rewind()
    try pump(contact.nodeID, in: &turn)
  }

  mutating func refuse(_ reason: String) { counters.count("chat.refused." + reason) }
}

extension Content {
  /// What stands in the conversation: a text, or a file with its caption.
  fileprivate var shown: (text: Text, file: ChatFile?, bytes: [UInt8]?)? {
    switch self {
    case .text(let text): (text, nil, nil)
    case .file(let text, let file, let bytes): (text, file, bytes)
    case .note, .probe, .unsupported, .malformed: nil
    }
  }
}
