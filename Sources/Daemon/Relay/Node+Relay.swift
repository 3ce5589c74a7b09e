import Chat
import E2EE
import Kademlia
import Reactor
import Relay
import Store
import Transport
import Wire
import World

/// What this node does for others: passes envelopes on, holds deposits, copies dead drops.
extension Node {
  // MARK: Relay

  func received(relay message: VerifiedMessage, on link: Link) {
    guard let envelope = try? Payload.decode(RelayEnvelope.self, from: message.payload) else {
      return counters.count("messages.refused.malformed")
    }
    let told = relay.received(
      envelope, on: link.id, from: message.sender, neighbours: pool?.provenPeers ?? [], at: loop.now)
    effects += told.map(Effect.relay)
  }

  func carryOut(_ directive: RelayForwarder.Directive) {
    switch directive {
    case .open(let message):
      guard message.message.type == .sealed,
        let sealed = try? Payload.decode(SealedMessage.self, from: message.message.payload)
      else { return refuse(message.message.type) }
      _ = open(sealed)
    case .forward(let envelope, let peers): for peer in peers { goOn(with: envelope, to: peer) }
    case .route(let envelope, let point, let from): route(envelope, toward: point, from: from)
    }
  }

  func goOn(with envelope: RelayEnvelope, to peer: NodeID) { send(.relay, Payload.encode(envelope), to: peer) }

  private func route(_ envelope: RelayEnvelope, toward point: NodeID, from: NodeID) {
    let next = directory.table.closest(to: point, count: 2, withoutFailures: true)
      .first { $0.nodeID != from && $0.nodeID.isNearer(to: point, than: identity.nodeID) }
    guard let next, let pool else { return counters.count("relay.nowhere") }
    let outcome = pool.connect(
      to: next.nodeID, at: next.address, isolation: isolation(for: next.address), priority: .network)
    switch outcome {
    case .live: goOn(with: envelope, to: next.nodeID)
    case .dialling:
      guard envelopesByDial[next.address, default: []].count < DaemonSettings.maximumEnvelopesPerDial else {
        return counters.count("relay.nowhere")
      }
      envelopesByDial[next.address, default: []].append((envelope, next.nodeID))
    case .backingOff, .full: counters.count("relay.nowhere")
    }
  }

  /// A `sealed` on a link: somebody hides the type, not the way.
  func received(sealed message: VerifiedMessage) {
    guard let sealed = try? Payload.decode(SealedMessage.self, from: message.payload) else {
      return counters.count("messages.refused.malformed")
    }
    _ = open(sealed)
  }

  // MARK: Mailboxes

  func received(deposit message: VerifiedMessage, on link: Link) {
    guard let request = try? Payload.decode(StoreAndForwardRequest.self, from: message.payload) else {
      return counters.count("messages.refused.malformed")
    }
    let isNear = isNear(request.targetPeerID)
    tellMailbox { (mailbox, now) throws(StoreError) in
      try mailbox.received(request, on: link.id, isNear: isNear, at: now, in: store)
    }
  }

  /// Whether this node is among the k known nodes nearest to a mailbox's owner.
  private func isNear(_ target: String) -> Bool {
    guard let point = RelayTarget.point(target) else { return false }
    let nearest = directory.table.closest(to: point, count: directory.settings.k)
    guard nearest.count == directory.settings.k, let last = nearest.last else { return true }
    return identity.nodeID.isNearer(to: point, than: last.nodeID)
  }

  /// What an owner, or a depositor, says of a deposit here.
  func received(_ note: MailboxNote, of id: String, on link: Link) {
    switch note.kind {
    case .collected:
      guard link.isProven, let peer = link.peer else { return counters.count("messages.refused.unproven") }
      tellMailbox { (mailbox, now) throws(StoreError) in
        try mailbox.collected(id, by: peer, at: now, in: store)
      }
    case .withdrawn:
      tellMailbox { (mailbox, now) throws(StoreError) in
        try mailbox.withdraw(id, note, on: link.id, in: store)
      }
    case .stored, .refused: counters.count("messages.refused.unasked")
    }
  }

  func carryOut(_ directive: Mailbox.Directive) {
    switch directive {
    case .note(let ack, let number):
      guard let link = pool?.link(numbered: number) else { return counters.count("frames.unsent") }
      send(.ack, Payload.encode(ack), on: link)
    case .deliver(let delivery, let peer): send(.storeAndForwardDelivery, Payload.encode(delivery), to: peer)
    case .open(let item): _ = open(item.sealed)
    }
  }

  // MARK: Dead drops

  func received(drop message: VerifiedMessage, on link: Link) {
    guard let drop = try? Payload.decode(DeadDropEnvelope.self, from: message.payload) else {
      return counters.count("messages.refused.malformed")
    }
    let told = drops.received(
      drop, on: link.id, from: message.sender, neighbours: pool?.provenPeers ?? [], at: loop.now)
    effects += told.map(Effect.drop)
  }

  /// A message of this node's for which there is no other way.
  func begin(_ drop: DeadDropEnvelope, for peer: NodeID, _ message: MessageID) {
    let told = drops.begin(drop, neighbours: pool?.provenPeers ?? [], at: loop.now)
    guard !told.isEmpty else { return }
    told.forEach(carryOut)
    tellChat { (engine, now) throws(ChatError) in
      try engine.dropped(message, for: peer, at: now, in: store, using: &chance)
    }
  }

  func carryOut(_ directive: DeadDrops.Directive) {
    switch directive {
    case .open(let drop): _ = open(drop.sealed, dropID: drop.id)
    case .flood(let drop, let peers): for peer in peers { send(.deadDrop, Payload.encode(drop), to: peer) }
    }
  }

  // MARK: A peer is there

  /// Gives a peer whose link was proven what is held for it.
  func handOver(to peer: NodeID) {
    tellMailbox { (mailbox, now) throws(StoreError) in try mailbox.linkProven(peer, at: now, in: store) }
    effects += drops.linkProven(peer, at: loop.now).map(Effect.drop)
  }

  private func send(_ type: MessageType, _ payload: [UInt8], to peer: NodeID) {
    guard let link = pool?.link(to: peer) else { return counters.count("frames.unsent") }
    send(type, payload, on: link)
  }
}
