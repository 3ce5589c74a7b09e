import E2EE
package import Wire
package import World

extension ChatEngine {
  /// The user compares a contact with what its owner shows: the 60 digits of its safety number, with or without space
  /// between them, or the code of the owner's screen, which names both sides.
  ///
  /// - Throws: `verificationFailed` when it is another's, `badSafetyNumber` and `badVerificationCode` when it is none.
  package mutating func verify(
    _ peer: NodeID, by code: String, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let shown = try Shown(code)
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      guard let keys = contact.keys else { throw ChatError.keysUnknown }
      guard engine.matches(shown, peer, keys) else { throw ChatError.verificationFailed }
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

  private func matches(_ shown: Shown, _ peer: NodeID, _ keys: IdentityKeys) -> Bool {
    switch shown {
    case .code(let code): code == VerificationCode(owner: peer, other: identity.nodeID)
    case .number(let digits):
      digits == SafetyNumber(signingKey: keys.signingKey, dhKey: keys.dhKey).groups.joined()
    }
  }
}

/// What the other's screen shows, by its form alone.
private enum Shown {
  case code(VerificationCode)
  case number(String)

  init(_ text: String) throws(ChatError) {
    if let code = VerificationCode(text) {
      self = .code(code)
      return
    }
    guard !text.contains("://") else { throw .badVerificationCode }
    let solid = text.filter { !$0.isWhitespace }
    let digits = solid.count { $0.isASCII && $0.isNumber }
    guard digits == SafetyNumber.digitCount, solid.count == digits else {
      throw .badSafetyNumber(digits: digits, others: solid.count - digits)
    }
    self = .number(solid)
  }
}
