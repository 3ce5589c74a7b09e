package import Wire
package import World

extension ChatEngine {
  /// The most characters of a name, as on the wire.
  private static let maximumName = 64

  /// Gives a contact a name of the user's own; nil shows the contact's own name again.
  package mutating func renameContact(
    _ peer: NodeID, to localName: String?, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.checkName(localName)
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      contact.localName = localName
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactRenamed, peer: peer)
    }.directives
  }

  func checkName(_ name: String?) throws(ChatError) {
    if let name, name.count > Self.maximumName || name.utf8.count > 4 * Self.maximumName {
      throw .nameTooLong(limit: Self.maximumName)
    }
  }
}
