package import Wire
package import World

extension ChatEngine {
  /// What the user has begun to write in a conversation.
  package func draft(to peer: NodeID, in store: some ChatStore) throws(ChatError) -> String? {
    try kept(in: store, store.draft(to: peer))
  }

  /// Keeps what the user has begun to write; an empty text forgets it.
  package mutating func saveDraft(
    _ text: String, to peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      if !text.isEmpty { try engine.checkBody(text) }
      if !engine.isOwnConversation(peer), try turn.kept(turn.store.chatContact(peer)) == nil {
        throw ChatError.unknownContact
      }
      try turn.kept(turn.store.saveDraft(text.isEmpty ? nil : text, to: peer))
    }.directives
  }
}
