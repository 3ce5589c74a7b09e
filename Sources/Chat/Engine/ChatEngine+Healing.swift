import E2EE
import Wire
import World

extension ChatEngine {
  /// What an accepted contact sent does not open. A new session is what helps, begun at most once in
  /// `healInterval`; while it is not answered, the peer is only reminded of it.
  mutating func heal<Store, Chance>(
    _ contact: ChatContact, _ id: MessageID?, _ error: SessionError, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let helps = helpsNewSession(error, id)
    counters.count(helps ? "chat.refused.undecryptable" : "chat.refused.duplicate")
    let peer = contact.nodeID
    guard helps else { return }
    // A stranger is told nothing but this: what it wrote could not be read, by anybody.
    guard contact.trust == .accepted else { return askForSession(of: peer, in: &turn) }
    guard var link = links[peer] else {
      askForSession(of: peer, in: &turn)
      return try reach(peer, in: &turn)
    }
    if let last = link.probedAt, turn.now.instant < last + settings.receiptDeadline { return }
    var sessions = try sessions(with: peer, in: turn)
    if sessions.current?.isPending != true {
      guard mayHeal(contact, at: turn.now), begin(&sessions, on: &link, in: &turn) else { return }
      try noteHealed(contact, in: &turn)
      link.rewind()
    }
    try probe(peer, &sessions, on: &link, in: &turn)
    links[peer] = link
    try save(sessions, in: turn)
    try pump(peer, in: &turn)
  }

  /// A peer that takes messages on a live link and acknowledges none has lost the session, or has removed this node
  /// from its contacts: only an initiation is something that it can open, and one that it opened before only if that
  /// needed no one-time prekey. So the new one uses none, and can be repeated for as long as it has to be: no count of
  /// hours has to hold another back, since there is no other before the peer has answered. True when one was begun; the
  /// whole outbox goes out again under it.
  mutating func healSilence<Store, Chance>(
    of peer: NodeID, _ sessions: inout PeerSessions, on link: inout Link, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    guard let current = sessions.current, let bundle = link.bundle, !sessions.currentOpensAnew(with: bundle) else {
      return false
    }
    let known = try turn.kept(turn.store.chatContact(peer))
    guard let contact = known, begin(&sessions, usingOneTimePreKey: false, on: &link, in: &turn) else {
      return false
    }
    // A session that was never answered has not failed: a stranger's request waits in silence.
    if !current.isPending, mayHeal(contact, at: turn.now) { try noteHealed(contact, in: &turn) }
    link.rewind()
    return true
  }

  /// The peer gave up a session that both had, and began a new one: its user was told, and this one's is as well. Two
  /// sessions that crossed at the start are no fault.
  func noteReplaced<Store, Chance>(
    _ replaced: Session, with contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard contact.trust == .accepted, !replaced.isPending, mayHeal(contact, at: turn.now) else { return }
    try noteHealed(contact, in: &turn)
  }

  /// A session takes the place of one whose record is damaged: the peer's user hears of it, and so does this one's.
  func noteRepaired<Store, Chance>(
    _ sessions: inout PeerSessions, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard sessions.replacesDamaged else { return }
    sessions.replacesDamaged = false
    let known = try turn.kept(turn.store.chatContact(sessions.peer))
    guard let contact = known, contact.trust == .accepted, mayHeal(contact, at: turn.now) else { return }
    try noteHealed(contact, in: &turn)
  }

  /// A message that is new by its ID and comes under a key or in an initiation that was used before is of a peer that
  /// was set back to an old state; one without an ID of its own is a repetition.
  private func helpsNewSession(_ error: SessionError, _ id: MessageID?) -> Bool {
    switch error {
    case .duplicate, .replayedInitiation: id != nil && id != .probe
    case .noSession, .undecryptable, .tooManySkipped, .exhausted, .wrongPeer, .unusableKey, .unknownSignedPreKey,
      .unknownOneTimePreKey, .unknownPQPreKey:
      error.callsForNewSession
    }
  }

  /// A clock that was set back must not stop healing for years.
  func mayHeal(_ contact: ChatContact, at now: Moment) -> Bool {
    guard let last = contact.healedAt else { return true }
    let since = now.timestamp - last
    return since >= settings.healInterval || since < .zero - settings.healInterval
  }

  /// Tells the user, and holds healing back for a while.
  func noteHealed<Store, Chance>(
    _ contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    // What is stored may be newer than what the turn began with.
    let stored = try turn.kept(turn.store.chatContact(contact.nodeID))
    var healed = stored ?? contact
    healed.healedAt = turn.now.timestamp
    try turn.kept(turn.store.saveChatContact(healed))
    try turn.log(.sessionHealed, peer: contact.nodeID)
  }
}
