import E2EE
import Wire
import World

extension ChatEngine {
  /// What an accepted contact sent does not open. A new session is what helps, begun at most once in
  /// `healInterval`; while it is not answered, the peer is only reminded of it.
  mutating func heal<Store, Chance>(
    _ contact: ChatContact, _ error: SessionError, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    counters.count("chat.refused.undecryptable")
    let peer = contact.nodeID
    guard error.callsForNewSession, contact.trust == .accepted, var link = links[peer] else { return }
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

  /// A clock that was set back must not stop healing for years.
  private func mayHeal(_ contact: ChatContact, at now: Moment) -> Bool {
    guard let last = contact.healedAt else { return true }
    let since = now.timestamp - last
    return since >= settings.healInterval || since < .zero - settings.healInterval
  }

  private func noteHealed<Store, Chance>(
    _ contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var healed = contact
    healed.healedAt = turn.now.timestamp
    try turn.kept(turn.store.saveChatContact(healed))
    try turn.log(.sessionHealed, peer: contact.nodeID)
  }
}
