import E2EE
package import Wire
package import World

extension ChatEngine {
  /// Gives up the session with a contact and begins a new one: at once on a live link, else with the next message. What
  /// has no receipt goes out again under it.
  package mutating func resetSession(
    with peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard !engine.isOwnConversation(peer) else { throw ChatError.ownConversation }
      try engine.requireAccepted(peer, in: turn)
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      try engine.forgetSession(with: peer, in: turn)
      try engine.noteHealed(contact, in: &turn)
      guard var link = engine.links[peer] else { return }
      var sessions = try engine.sessions(with: peer, in: turn)
      guard engine.begin(&sessions, usingOneTimePreKey: false, on: &link, in: &turn) else { return }
      link.rewind()
      try engine.probe(peer, &sessions, on: &link, in: &turn)
      engine.links[peer] = link
      try engine.save(sessions, in: turn)
      try engine.pump(peer, in: &turn)
    }.directives
  }
}
