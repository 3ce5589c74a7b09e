package import Wire
package import World

extension ChatEngine {
  /// The last link of the peer is gone. What had no receipt goes out again on the next one.
  package mutating func linkLost(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      engine.endTyping(of: peer, in: &turn)
      guard engine.links.removeValue(forKey: peer) != nil else { return }
      try engine.noteSeen(peer, signedAt: turn.now.timestamp, in: turn)
      // A wait even after a link that worked: one that is cut at once, again and again, must not become a loop.
      if try engine.hasWaiting(for: peer, in: turn) { engine.wait(for: peer, failures: 0, in: &turn) }
    }.directives
  }

  /// A connection that was asked for did not come about; `reason` is for people and names nobody.
  package mutating func unreachable(
    _ peer: NodeID, _ reason: String, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard engine.links[peer] == nil, engine.dials[peer] != nil else { return }
      try engine.noteFailure(to: peer, reason, in: &turn)
    }.directives
  }
}
