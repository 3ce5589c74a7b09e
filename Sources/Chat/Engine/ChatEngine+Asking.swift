import E2EE
import Wire
import World

/// A peer that writes in a session which this node does not have, because its user removed the peer, cannot know that
/// nobody reads it. It is asked to begin a session, by an `ack` with status `failed` for the nil UUID, the name of every
/// message that only begins one. Builds that do not know the question know no message of that name.
extension ChatEngine {
  /// Asks the peer, on its link and at most once in `healInterval`.
  mutating func askForSession<Store, Chance>(of peer: NodeID, in turn: inout Turn<Store, Chance>) {
    let now = turn.now.instant
    if let last = asked[peer], now < last + settings.healInterval { return }
    if asked.count >= settings.maximumAsked {
      asked = asked.filter { now < $0.value + settings.healInterval }
      guard asked.count < settings.maximumAsked else { return }
    }
    asked[peer] = now
    counters.count("chat.session.asked")
    let question = AckMessage(messageID: MessageID.probe.text, status: .failed)
    turn.directives.append(.transmit(.ack, payload: Payload.encode(question), to: peer, message: nil))
  }

  /// The peer has begun the session that it was asked for: its user is told of a new one, and so is this one's.
  func noteRegained<Store, Chance>(
    _ contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard contact.trust == .accepted, let since = asked[contact.nodeID],
      turn.now.instant < since + settings.healInterval, mayHeal(contact, at: turn.now)
    else { return }
    try noteHealed(contact, in: &turn)
  }

  /// The peer has no session in which what it was sent opens. The new one needs no one-time prekey, so that it opens
  /// however often the peer forgets it, and what has no receipt goes out under it. A link takes the question once in
  /// `receiptDeadline`: silence would have the same effect as often.
  mutating func beginAnew<Store, Chance>(
    with peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let known = try turn.kept(turn.store.chatContact(peer))
    guard let contact = known, contact.trust == .accepted, !held.contains(peer), var link = links[peer],
      let bundle = link.bundle
    else { return counters.count("chat.session.unasked") }
    if let last = link.askedAt, turn.now.instant < last + settings.receiptDeadline { return }
    var sessions = try sessions(with: peer, in: turn)
    guard sessions.current != nil, !sessions.currentOpensAnew(with: bundle),
      begin(&sessions, usingOneTimePreKey: false, on: &link, in: &turn)
    else { return }
    link.askedAt = turn.now.instant
    link.rewind()
    if mayHeal(contact, at: turn.now) { try noteHealed(contact, in: &turn) }
    links[peer] = link
    try save(sessions, in: turn)
    try pump(peer, in: &turn)
  }
}
