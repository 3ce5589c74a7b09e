import E2EE
import Wire
import World

extension ChatEngine {
  /// The sessions with a peer. A record that is damaged counts as none: it is the peer's messages, or the next one
  /// to it, that begin a new session, and the user is told.
  func sessions<Store, Chance>(
    with peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> PeerSessions {
    var fresh = PeerSessions(own: identity.nodeID, peer: peer)
    do throws(Store.Failure) {
      return try turn.store.peerSessions(with: peer) ?? fresh
    } catch {
      guard Store.isDamagedRecord(error) else { throw .store(error) }
      fresh.replacesDamaged = true
      return fresh
    }
  }

  func save<Store, Chance>(_ sessions: PeerSessions, in turn: Turn<Store, Chance>) throws(ChatError) {
    try turn.kept(turn.store.savePeerSessions(sessions))
  }

  func forgetSession<Store, Chance>(with peer: NodeID, in turn: Turn<Store, Chance>) throws(ChatError) {
    try turn.kept(turn.store.removePeerSessions(with: peer))
  }

  /// The prekeys of this node.
  func preKeyRing<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) -> PreKeyRing {
    if let ring = try turn.kept(turn.store.preKeyRing()) { return ring }
    let ring = PreKeyRing.generate(at: turn.now.timestamp, using: &turn.chance)
    try turn.kept(turn.store.savePreKeyRing(ring))
    return ring
  }

  /// What this node's initiations say of itself; made once a turn.
  private func ownBundle<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) -> PreKeyBundle {
    if let bundle = turn.ownBundle { return bundle }
    let bundle = try preKeyRing(in: &turn)
      .directoryBundle(of: identity, address: address, at: turn.now.timestamp)
    turn.ownBundle = bundle
    return bundle
  }

  /// The ciphertext of an outbox message under the current session: the one kept with it, or a new one, which is kept
  /// with it from now on. Nil when the peer's bundle allows no session.
  func ciphertext<Store, Chance>(
    of entry: OutboxEntry, on link: inout Link, _ sessions: inout PeerSessions,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> OutboxCiphertext? {
    guard try prepare(&sessions, on: &link, in: &turn), let session = sessions.current else { return nil }
    if let kept = entry.ciphertext, kept.sessionID == session.id.bytes {
      return try refreshed(kept, in: &turn)
    }
    guard let plaintext = try plaintext(of: entry, in: turn) else { return nil }
    guard let made = try encrypt(plaintext, entry.id, &sessions, on: &link, in: &turn) else { return nil }
    var sealed = entry
    sealed.ciphertext = made
    try turn.kept(turn.store.saveOutboxEntry(sealed))
    return made
  }

  /// What an entry says. Nil when its message is gone, which takes the entry along.
  private func plaintext<Store, Chance>(
    of entry: OutboxEntry, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> Plaintext? {
    if let note = entry.note { return Plaintext(note, at: turn.now.timestamp) }
    guard let message = try turn.kept(turn.store.message(entry.key)), !message.isGone else { return nil }
    let previous = try turn.kept(turn.store.lastSequence(to: entry.peer, before: message.sequence))
    var content = MessageContent(
      body: message.body, type: .text, replyToID: message.replyTo?.text, timestamp: WireDate(message.sentAt),
      expiresAt: message.expiresAt.map { WireDate($0) }, sequence: message.sequence,
      previousSequence: previous == 0 ? nil : previous)
    if let file = message.file {
      let stored = try turn.kept(turn.store.file(of: message.key))
      let bytes = try stored.flatMap { (stored) throws(ChatError) in
        try turn.kept(turn.store.attachment(of: stored.id))
      }
      content.attach(file, bytes)
    }
    return Plaintext(content)
  }

  /// Encrypts under the current session, or under a new one when that can send no more.
  private func encrypt<Store, Chance>(
    _ plaintext: Plaintext, _ id: MessageID, _ sessions: inout PeerSessions, on link: inout Link,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> OutboxCiphertext? {
    for _ in 0..<2 {
      // Reading all prekeys costs more than the encryption, so it is done only for an initiation.
      let bundle = sessions.current?.isPending == true ? try ownBundle(in: &turn) : nil
      do throws(SessionError) {
        let message = try sessions.encrypt(
          plaintext.bytes, messageID: id.text,
          senderBundle: {
            guard let bundle else { preconditionFailure("only a pending session asks for the bundle") }
            return bundle
          }, at: turn.now.timestamp, using: &turn.chance)
        guard let session = sessions.current else { return nil }
        return OutboxCiphertext(message, plaintext.form, sessionID: session.id)
      } catch {
        guard error.callsForNewSession, begin(&sessions, on: &link, in: &turn) else { return nil }
      }
    }
    return nil
  }

  /// Sees to it that there is a session to send on. One that this node began and that nobody has answered for long
  /// is begun anew, since the prekeys that it was made from may be gone.
  private func prepare<Store, Chance>(
    _ sessions: inout PeerSessions, on link: inout Link, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    guard let current = sessions.current else {
      guard begin(&sessions, on: &link, in: &turn) else { return false }
      try noteRepaired(&sessions, in: &turn)
      return true
    }
    let age = turn.now.timestamp - current.openedAt
    if current.isPending, age > settings.pendingLifetime, link.mayBeginAnew {
      return begin(&sessions, on: &link, in: &turn)
    }
    return true
  }

  /// Begins a session from what the peer proved on its link. False when its keys allow none.
  func begin<Store, Chance>(
    _ sessions: inout PeerSessions, usingOneTimePreKey: Bool = true, on link: inout Link,
    in turn: inout Turn<Store, Chance>
  ) -> Bool {
    guard let bundle = link.bundle else { return false }
    let usesOneTimePreKey = usingOneTimePreKey && !link.usedOneTimePreKey
    do throws(SessionError) {
      try sessions.initiate(
        toward: bundle, usingOneTimePreKey: usesOneTimePreKey, identity: identity, at: turn.now.timestamp,
        using: &turn.chance)
      if usesOneTimePreKey { link.usedOneTimePreKey = true }
      return true
    } catch {
      return false
    }
  }

  /// A kept ciphertext as it is sent again: an initiation repeats this node's bundle, which has to be fresh.
  private func refreshed<Store, Chance>(
    _ kept: OutboxCiphertext, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> OutboxCiphertext {
    switch kept.form {
    case .message, .reaction, .readReceipt: return kept
    case .initiateSession:
      guard var initiation = try? Payload.decode(InitiateSessionMessage.self, from: kept.payload) else {
        return kept
      }
      initiation.senderBundle = try ownBundle(in: &turn)
      return OutboxCiphertext(
        form: .initiateSession, payload: Payload.encode(initiation), sessionID: kept.sessionID)
    }
  }

  /// An empty message that begins or repeats a session, for a peer whose messages this node cannot open.
  func probe<Store, Chance>(
    _ peer: NodeID, _ sessions: inout PeerSessions, on link: inout Link, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let plaintext = Plaintext(MessageContent(body: "", type: .text, timestamp: WireDate(turn.now.timestamp)))
    guard let made = try encrypt(plaintext, .probe, &sessions, on: &link, in: &turn) else { return }
    link.probedAt = turn.now.instant
    turn.directives.append(.transmit(made.form.type, payload: made.payload, to: peer, message: nil))
  }
}

extension OutboxCiphertext {
  /// - Parameter form: what carries it when the peer has the session.
  fileprivate init(_ message: SessionMessage, _ form: Form, sessionID: SessionID) {
    let form: Form =
      switch message {
      case .message: form
      case .initiation: .initiateSession
      }
    self.init(form: form, payload: message.payload, sessionID: sessionID.bytes)
  }
}

extension OutboxCiphertext.Form {
  var type: MessageType {
    switch self {
    case .initiateSession: .initiateSession
    case .message: .message
    case .reaction: .reaction
    case .readReceipt: .readReceipt
    }
  }
}
