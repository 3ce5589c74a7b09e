import E2EE
package import Wire
package import World

extension ChatEngine {
  /// Adds somebody by node ID, or accepts whom it already knows. What waits for it is sent from now on.
  ///
  /// - Parameter address: where it listens, when the user knows; else it is looked up in the directory.
  /// - Parameter localName: see `ContactName`.
  package mutating func addContact(
    _ peer: NodeID, address: PeerAddress? = nil, localName: String? = nil, at now: Moment,
    in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      if let address { try engine.requireOwn(address, of: peer, in: turn) }
      try engine.add(peer, in: &turn) { contact in
        contact.address = address ?? contact.address
        contact.localName = localName ?? contact.localName
      }
    }.directives
  }

  /// Adds the owner of a bundle that was verified: from the directory, a file or a code.
  package mutating func addContact(
    _ bundle: VerifiedBundle, localName: String? = nil, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.add(bundle.nodeID, in: &turn) { contact in
        contact.take(bundle)
        contact.localName = localName ?? contact.localName
      }
    }.directives
  }

  private mutating func add<Store, Chance>(
    _ peer: NodeID, in turn: inout Turn<Store, Chance>, _ fill: (inout ChatContact) -> Void
  ) throws(ChatError) {
    guard peer != identity.nodeID else { throw .ownIdentity }
    let known = try turn.kept(turn.store.chatContact(peer))
    // A block ends by its own name only: who follows a link need not know whose it is.
    guard known?.trust != .blocked else { throw .contactBlocked }
    if known == nil || known?.trust == .requested { try requireRoomForContact(in: turn) }
    var contact = known ?? ChatContact(nodeID: peer, trust: .accepted, addedAt: turn.now.timestamp)
    fill(&contact)
    if contact.localName != known?.localName {
      contact.localName = try checkedName(contact.localName, of: peer, in: turn)
    }
    if let known, known.localName != contact.localName { try turn.log(.contactRenamed, peer: peer) }
    try accept(contact, isNew: known?.trust != .accepted, in: &turn)
  }

  /// An onion address follows from the signing key, so it can be nobody else's.
  private func requireOwn<Store, Chance>(
    _ address: PeerAddress, of peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let known = try turn.kept(turn.store.chatContact(peer))
    guard let onion = address.onion else { return }
    if let other = known?.keys?.onion ?? known?.address?.onion, other != onion { throw .foreignAddress }
    if let owner = signers[onion.publicKey], owner != peer { throw .foreignAddress }
  }

  /// Records never outgrow their bound, whoever makes them; requests are bounded apart.
  func requireRoomForContact<Store, Chance>(in turn: Turn<Store, Chance>) throws(ChatError) {
    let accepted = try turn.kept(turn.store.countChatContacts(.accepted))
    let count = try accepted + turn.kept(turn.store.countChatContacts(.blocked))
    if count >= settings.maximumContacts { throw .tooManyContacts(limit: settings.maximumContacts) }
  }
}
