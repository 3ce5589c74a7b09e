package import Wire
package import World

extension ChatEngine {
  /// Accepts a stranger that wrote first: its waiting messages enter the conversation, and it gets the receipts it was
  /// not given.
  package mutating func acceptRequest(
    of peer: NodeID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let contact = try turn.kept(turn.store.chatContact(peer))
      guard let contact else { throw ChatError.unknownContact }
      switch contact.trust {
      case .requested: try engine.requireRoomForContact(in: turn)
      case .accepted: throw ChatError.alreadyAccepted
      case .blocked: throw ChatError.contactBlocked
      }
      try engine.accept(contact, isNew: true, in: &turn)
    }.directives
  }

  /// Stores a contact as accepted and gives it what it waited for.
  mutating func accept<Store, Chance>(
    _ contact: ChatContact, isNew: Bool, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let isRequest = contact.trust == .requested || contact.former == .requested
    var accepted = contact
    (accepted.trust, accepted.former) = (.accepted, nil)
    try turn.kept(turn.store.saveChatContact(accepted))
    noteKeys(of: accepted)
    if isNew { try turn.log(.contactAdded, peer: contact.nodeID) }
    if isRequest { try release(contact.nodeID, in: &turn) }
    try pump(contact.nodeID, in: &turn)
  }

  /// Announces the messages of a request that was accepted, and has a link asked for unless one is known.
  private mutating func release<Store, Chance>(
    _ peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let waiting = try requestMessages(of: peer, in: turn)
    for message in waiting { try turn.log(.messageReceived, peer: peer, message: message.key) }
    guard !waiting.isEmpty else { return }
    for message in waiting { try acknowledge(message.key, in: &turn) }
    try reach(peer, in: &turn)
  }

  private func requestMessages<Store, Chance>(
    of peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> [ChatMessage] {
    let newest = try turn.kept(
      turn.store.messages(with: peer, before: nil, limit: settings.maximumMessagesPerRequest))
    return newest.filter { $0.direction == .received }.reversed()
  }
}
