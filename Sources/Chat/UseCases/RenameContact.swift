package import Wire
package import World

extension ChatEngine {
  /// Gives a contact a name of the user's own; nil shows the contact's own name again.
  package mutating func renameContact(
    _ peer: NodeID, to localName: String?, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let name = try engine.checkedName(localName, of: peer, in: turn)
      let known = try turn.kept(turn.store.chatContact(peer))
      guard var contact = known else { throw ChatError.unknownContact }
      contact.localName = name
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactRenamed, peer: peer)
    }.directives
  }

  /// The name as it is kept; nil for nil. No two contacts have the same, in whatever case.
  func checkedName<Store, Chance>(
    _ name: String?, of peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> String? {
    guard let name else { return nil }
    let checked = try ContactName.checked(name)
    let contacts = try turn.kept(turn.store.chatContacts())
    let isTaken = contacts.contains {
      $0.nodeID != peer && $0.localName?.lowercased() == checked.lowercased()
    }
    guard !isTaken else { throw .nameTaken }
    return checked
  }
}
