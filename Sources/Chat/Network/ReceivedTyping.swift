package import Wire
package import World

extension ChatEngine {
  /// A `typing`, whose signature was verified to be its sender's, on a link that was proven to be the sender's. It is not
  /// kept, and it ends by itself.
  package mutating func receivedTyping(
    _ wire: VerifiedMessage, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let peer = wire.sender
      guard let typing = try? Payload.decode(TypingMessage.self, from: wire.payload) else {
        return engine.refuse("malformed")
      }
      let contact = try turn.kept(turn.store.chatContact(peer))
      guard contact?.trust == .accepted, engine.showsTyping(contact), var link = engine.links[peer] else {
        return engine.refuse("typing")
      }
      guard link.admitsTyping(at: now.instant, engine.settings) else { return engine.refuse("typing-rate") }
      let wasTyping = link.typingUntil != nil
      link.typingUntil = typing.isTyping ? now.instant + engine.settings.typingLifetime : nil
      engine.links[peer] = link
      if wasTyping != typing.isTyping { turn.directives.append(.typing(peer, typing.isTyping)) }
    }.directives
  }

  /// The peer has not said for a while that it still writes, has sent what it wrote, or is gone.
  mutating func endTyping<Store, Chance>(of peer: NodeID, in turn: inout Turn<Store, Chance>) {
    guard links[peer]?.typingUntil != nil else { return }
    links[peer]?.typingUntil = nil
    turn.directives.append(.typing(peer, false))
  }
}

extension Link {
  private static let window: Duration = .seconds(10)

  fileprivate mutating func admitsTyping(at now: Instant, _ settings: ChatSettings) -> Bool {
    if typingWindow.map({ now >= $0 + Link.window }) ?? true { (typingWindow, typingCount) = (now, 0) }
    typingCount += 1
    return typingCount <= settings.typingPerTenSeconds
  }
}
