import E2EE
import Wire
package import World

extension ChatEngine {
  /// Sets the user's reaction to a message of either side; nil takes it back.
  package mutating func react(
    to key: MessageKey, with emoji: String?, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      if let emoji, !Content.isEmoji(emoji, engine.settings) { throw ChatError.badEmoji }
      let found = try turn.kept(turn.store.message(key))
      guard let message = found, !message.isGone else { throw ChatError.unknownMessage(key.id.text) }
      let number = try engine.nextSequence(to: key.peer, in: turn)
      try engine.spread(.reaction(to: key.id, emoji: emoji, number: number), about: message, in: &turn)
      try engine.set(
        Reaction(author: engine.identity.nodeID, emoji: emoji, number: number), on: message, in: &turn)
    }.directives
  }

  /// Replaces its author's reaction, unless that is newer.
  mutating func set<Store, Chance>(
    _ reaction: Reaction, on message: ChatMessage, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let before = message.reactions.first { $0.author == reaction.author }
    if let before, before.number >= reaction.number { return refuse("reaction-old") }
    var changed = message
    changed.reactions.removeAll { $0.author == reaction.author }
    changed.reactions.append(reaction)
    try turn.kept(turn.store.updateMessage(changed))
    try turn.log(.messageReaction, peer: message.peer, message: message.key)
  }
}
