import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// The mailboxes of a test: holders that answer at once.
extension SimulatedWorld {
  /// So many holders from now on.
  mutating func addHolders(_ count: Int) {
    holders = (0..<count).map { number in
      MailboxHolder(
        nodeID: NodeID(words: (UInt64(number), 1, 2, 3)), address: PeerAddress.loopback(port: 9))
    }
  }

  mutating func findMailboxes(of peer: NodeID, _ needsBundle: Bool, for index: Int) {
    let owner = place(of: peer)
    let bundle = needsBundle ? owner.flatMap { directoryBundle(of: $0) } : nil
    let found = holders
    call(index) { node, now throws(ChatError) in
      try node.engine.mailboxesFound(
        of: peer, at: found, bundle: bundle, at: now, in: node.store, using: &node.chance)
    }
  }

  private func directoryBundle(of index: Int) -> VerifiedBundle? {
    let node = nodes[index]
    let bundle = node.store.state.ring?.directoryBundle(
      of: node.identity, address: PeerAddress(node.identity.onion), at: clock.now.timestamp)
    return try? bundle?.verified(at: clock.now.timestamp, purpose: .dht)
  }

  mutating func hold(_ deposits: [OutgoingDeposit], for peer: NodeID, at holder: MailboxHolder, of index: Int) {
    let takes = !refusing.contains(holder.nodeID)
    for outgoing in deposits where takes {
      held[peer, default: []].append((outgoing, holder.nodeID))
      let deposit = MailboxDeposit(
        holder: holder, id: outgoing.id, token: outgoing.token, until: outgoing.expiresAt)
      call(index) { node, now throws(ChatError) in
        try node.engine.deposited(
          outgoing.content, for: peer, deposit, at: now, in: node.store, using: &node.chance)
      }
    }
    call(index) { node, now throws(ChatError) in
      try node.engine.depositEnded(
        for: peer, at: holder.nodeID, tookAll: takes, at: now, in: node.store, using: &node.chance)
    }
  }

  /// The node looks into its mailboxes; what it has stored is deleted there.
  mutating func collect(_ index: Int) {
    let mail = held.removeValue(forKey: id(index)) ?? []
    for item in mail where !receive(item.deposit.sealed, at: index) { held[id(index), default: []].append(item) }
  }

  /// Opens a sealed message as the daemon does. False when it has to come again.
  mutating func receive(_ sealed: SealedMessage, at index: Int) -> Bool {
    guard let json = try? SealedSender.open(sealed, with: nodes[index].identity.dhKey),
      let message = try? UnverifiedMessage.decode(json), let sender = NodeID(hex: message.message.senderID)
    else {
      Issue.record("what was sealed for a node opens there")
      return true
    }
    return call(index) { node, now throws(ChatError) in
      let keys = node.store.state.contacts[sender]?.keys
      switch message.message.type {
      case .initiateSession:
        guard let verified = try? message.verifiedInitiationInside(at: now) else { return [] }
        return try node.engine.receivedInitiation(verified, at: now, in: node.store, using: &node.chance)
      case .message:
        guard let keys, let verified = try? message.verifiedInside(by: keys, at: now) else { return [] }
        return try node.engine.receivedMessage(verified, at: now, in: node.store, using: &node.chance)
      case .ack:
        guard let keys, let verified = try? message.verifiedInside(by: keys, at: now) else { return [] }
        return try node.engine.receivedAck(verified, at: now, in: node.store, using: &node.chance)
      case .reaction, .readReceipt, .editMessage:
        guard let keys, let verified = try? message.verifiedInside(by: keys, at: now) else { return [] }
        return try node.engine.receivedNote(verified, at: now, in: node.store, using: &node.chance)
      default:
        Issue.record("the chat seals no \(message.message.type)")
        return []
      }
    }
  }
}
