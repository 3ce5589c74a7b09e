package import Wire
package import World

extension ChatEngine {
  /// Lets a blocked contact in again: what it sends is taken from now on, and it can be written to.
  package mutating func unblockContact(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard let contact = known else { throw ChatError.unknownContact }
      switch contact.trust {
      case .blocked: try engine.accept(contact, isNew: true, in: &turn)
      case .requested: throw ChatError.contactRequested
      case .accepted: throw ChatError.notBlocked
      }
    }.directives
  }
}
