import E2EE
package import Wire
package import World

extension ChatEngine {
  /// An `initiateSession`, signed by the key in its own bundle. That its sender holds the identity key is proven when
  /// the message inside opens. A stranger's becomes a request, and the stranger is told nothing.
  package mutating func receivedInitiation(
    _ wire: VerifiedInitiation, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let peer = wire.bundle.nodeID
      guard peer != engine.identity.nodeID else { return engine.refuse("own") }
      let id = wire.initiation.messageID.flatMap { MessageID($0) }
      let known = try turn.kept(turn.store.chatContact(peer))
      let stranger = known == nil ? try engine.stranger(wire.bundle, in: turn) : nil
      guard let contact = known ?? stranger else { return engine.refuse("too-many-requests") }
      guard try engine.isWelcome(contact, id, in: &turn) else { return }
      try engine.open(wire, id, from: contact, isNew: known == nil, in: &turn)
    }.directives
  }

  /// The record of a stranger; nil when there are too many of them.
  private func stranger<Store, Chance>(
    _ bundle: VerifiedBundle, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> ChatContact? {
    let waiting = try turn.kept(turn.store.countChatContacts(.requested))
    guard waiting < settings.maximumRequests else { return nil }
    var contact = ChatContact(nodeID: bundle.nodeID, trust: .requested, addedAt: turn.now.timestamp)
    contact.take(bundle)
    return contact
  }

  private mutating func open<Store, Chance>(
    _ wire: VerifiedInitiation, _ id: MessageID?, from contact: ChatContact, isNew: Bool,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var sessions = try sessions(with: contact.nodeID, in: turn)
    var ring = try preKeyRing(in: &turn)
    let replaced = sessions.current
    let before = replaced?.id
    let accepted: PeerSessions.Accepted
    do throws(SessionError) {
      accepted = try sessions.accept(
        wire, identity: identity, preKeys: &ring, at: turn.now.timestamp, using: &turn.chance)
    } catch {
      return try heal(contact, id, error, in: &turn)
    }
    let sentAt = wire.message.timestamp.timestamp
    let content = Content(accepted.plaintext, in: .initiation, sentAt: sentAt, settings)
    if isNew {
      guard content.mayBeginRequest(settings) else { return refuse("content") }
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactRequested, peer: contact.nodeID)
      try compareKeys(of: wire.bundle, in: &turn)
    }
    try save(sessions, in: turn)
    if accepted.isNewSession, wire.initiation.usedOneTimePreKeyId != nil {
      try turn.kept(turn.store.savePreKeyRing(ring))
    }
    try noteSeen(contact.nodeID, signedAt: sentAt, in: turn)
    if accepted.isNewSession, sessions.current?.id == accepted.sessionID {
      if let replaced {
        try noteReplaced(replaced, with: contact, in: &turn)
      } else if sessions.replacesDamaged {
        try noteRepaired(&sessions, in: &turn)
      } else {
        try noteRegained(contact, in: &turn)
      }
    }
    try take(content, id, from: contact, in: &turn)
    try follow(sessions, from: before, with: contact, in: &turn)
  }
}

extension Content {
  /// Whether a stranger may begin with it: a text, or a file of which little or nothing comes along.
  fileprivate func mayBeginRequest(_ settings: ChatSettings) -> Bool {
    switch self {
    case .text: true
    case .file(_, _, let bytes): Int64(bytes?.count ?? 0) <= settings.strangersFile
    case .note, .probe, .unsupported, .malformed: false
    }
  }
}
