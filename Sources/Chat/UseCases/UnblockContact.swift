package import Wire
package import World

extension ChatEngine {
  /// Makes a blocked peer again what it was before: a contact, a stranger that waits for an answer, with what it had
  /// written, or nobody. What it sends is taken from now on.
  package mutating func unblockContact(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      switch contact.trust {
      case .blocked: try engine.restore(contact, in: &turn)
      case .requested: throw ChatError.contactRequested
      case .accepted: throw ChatError.notBlocked
      }
    }.directives
  }

  private mutating func restore<Store, Chance>(
    _ contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    switch contact.former {
    // Versions that kept no mark made a contact of everybody, and said so.
    case .accepted, nil: try accept(contact, isNew: true, in: &turn)
    case .requested:
      var request = contact
      (request.trust, request.former) = (.requested, nil)
      try turn.kept(turn.store.saveChatContact(request))
      try turn.log(.contactRequested, peer: contact.nodeID)
    case .stranger: try remove(contact, in: &turn)
    }
  }
}
