package import Wire
package import World

extension ChatEngine {
  /// Tells a contact that the user writes, or has stopped; only on a live link, only now and then, and not at all when
  /// that is turned off.
  ///
  /// - Returns: whether the contact was told.
  package mutating func setTyping(
    _ isTyping: Bool, to peer: NodeID, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (isTold: Bool, directives: [ChatDirective]) {
    let (isTold, directives) = try turn(at: now, in: store, using: &chance) {
      (engine, turn) throws(ChatError) in
      if engine.isOwnConversation(peer) { return false }
      try engine.requireAccepted(peer, in: turn)
      let contact = try turn.kept(turn.store.chatContact(peer))
      guard engine.showsTyping(contact), engine.links[peer]?.mayTell(isTyping, at: now, engine.settings) == true
      else { return false }
      engine.links[peer]?.toldTypingAt = isTyping ? now.instant : nil
      let payload = Payload.encode(TypingMessage(isTyping: isTyping))
      turn.directives.append(.transmit(.typing, payload: payload, to: peer, message: nil))
      return true
    }
    return (isTold, directives)
  }

  /// Who does not tell is not told either.
  func showsTyping(_ contact: ChatContact?) -> Bool { contact?.switches.typing ?? preferences.sendsTyping }
}

extension Link {
  fileprivate func mayTell(_ isTyping: Bool, at now: Moment, _ settings: ChatSettings) -> Bool {
    guard let last = toldTypingAt else { return isTyping }
    return !isTyping || now.instant >= last + settings.typingInterval
  }
}
