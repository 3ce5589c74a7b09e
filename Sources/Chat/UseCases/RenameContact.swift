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
      guard contact.localName != name else { return }
      contact.localName = name
      try turn.kept(turn.store.saveChatContact(contact))
      try turn.log(.contactRenamed, peer: peer)
    }.directives
  }

  /// Refuses, before anybody is looked for, a name that a new contact cannot have.
  ///
  /// - Parameter mayBe: whether a contact may be the one that is looked for, who keeps the name.
  package func requireName(
    _ name: String?, unless mayBe: (ChatContact) -> Bool, in store: some ChatStore
  ) throws(ChatError) {
    guard let name else { return }
    let checked = try ContactName.checked(name)
    let contacts = try kept(in: store, store.chatContacts())
    if contacts.contains(where: { $0.hasName(checked) && !mayBe($0) }) { throw .nameTaken }
  }

  /// The name as it is kept; nil for nil. No two contacts have the same, in whatever case.
  func checkedName<Store, Chance>(
    _ name: String?, of peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> String? {
    guard let name else { return nil }
    let checked = try ContactName.checked(name)
    let contacts = try turn.kept(turn.store.chatContacts())
    guard !contacts.contains(where: { $0.nodeID != peer && $0.hasName(checked) }) else { throw .nameTaken }
    return checked
  }
}

extension ChatContact {
  /// Whether the user calls it so, in whatever case.
  fileprivate func hasName(_ name: String) -> Bool { localName?.lowercased() == name.lowercased() }
}
