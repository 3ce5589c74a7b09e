package import Wire
package import World

extension ChatEngine {
  /// The nodes nearest to a peer were found, nearest first, without this node and the peer; and its bundle, if it was
  /// asked for and is in the directory.
  package mutating func mailboxesFound(
    of peer: NodeID, at holders: [MailboxHolder], bundle: VerifiedBundle?, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let search = engine.mailboxes[peer] else { return }
      let known = try turn.kept(turn.store.chatContact(peer))
      if var contact = known, let bundle, bundle.nodeID == peer {
        contact.take(bundle)
        try turn.kept(turn.store.saveChatContact(contact))
      }
      let fresh = holders.filter { !search.avoided.contains($0.nodeID) }
      // When all were of no use lately, they are asked again: things change.
      if fresh.isEmpty { engine.mailboxes[peer]?.avoided = [] }
      if engine.links[peer] == nil {
        try engine.deposit(for: peer, at: fresh.isEmpty ? holders : fresh, bundle, in: &turn)
      }
      guard engine.mailboxes[peer]?.open.isEmpty == true else { return }
      try engine.restMailboxes(of: peer, bundle, in: &turn)
    }.directives
  }
}
