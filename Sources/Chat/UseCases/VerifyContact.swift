import E2EE
package import Wire
package import World

extension ChatEngine {
  /// The user compares a contact with what its owner shows: the 60 digits of its safety number, with or without space
  /// between them, or the code of the owner's screen, which names both sides.
  ///
  /// - Throws: `verificationFailed` when it is another's.
  package mutating func verify(
    _ peer: NodeID, by code: String, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      guard let keys = contact.keys else { throw ChatError.keysUnknown }
      guard engine.matches(code, peer, keys) else { throw ChatError.verificationFailed }
      contact.verifiedAt = turn.now.timestamp
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactChanged, peer: peer)
    }.directives
  }

  /// Takes a verification back.
  package mutating func unverify(
    _ peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      guard contact.verifiedAt != nil else { return }
      contact.verifiedAt = nil
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactChanged, peer: peer)
    }.directives
  }

  private func matches(_ code: String, _ peer: NodeID, _ keys: IdentityKeys) -> Bool {
    if let scanned = VerificationCode(code) {
      return scanned == VerificationCode(owner: peer, other: identity.nodeID)
    }
    let number = SafetyNumber(signingKey: keys.signingKey, dhKey: keys.dhKey)
    return code.filter { !$0.isWhitespace } == number.groups.joined()
  }
}
