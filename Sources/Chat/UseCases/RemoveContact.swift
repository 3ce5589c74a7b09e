package import Wire
package import World

extension ChatEngine {
  /// Removes a contact or a request with its messages, its outbox and its session.
  package mutating func removeContact(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      try engine.remove(contact, in: &turn)
    }.directives
  }

  mutating func remove<Store, Chance>(
    _ contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let peer = contact.nodeID
    try endFiles(with: peer, in: &turn)
    try turn.kept(turn.store.removeChatContact(peer))
    try forgetSession(with: peer, in: turn)
    links[peer] = nil
    mailboxes[peer] = nil
    dials[peer] = nil
    held.remove(peer)
    // It has lost a session anew, and is asked anew.
    asked[peer] = nil
    if let key = contact.keys?.signingKey, signers[key] == peer { signers[key] = nil }
    turn.directives.append(.sweepFiles)
    try turn.log(.contactRemoved, peer: peer, of: contact)
  }
}
