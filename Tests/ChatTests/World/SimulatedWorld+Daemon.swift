import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// The daemon's part: calls, commits, directives, links.
extension SimulatedWorld {
  /// Runs one call of an engine as the daemon does. False when a crash or a refusal undid it.
  @discardableResult
  mutating func call(
    _ index: Int, _ body: (inout SimulatedNode, Moment) throws(ChatError) -> [ChatDirective]
  ) -> Bool {
    if dies(index) { return false }
    let directives: [ChatDirective]
    do {
      directives = try body(&nodes[index], clock.now)
    } catch {
      nodes[index].store.rollback()
      lastError = error
      return false
    }
    if dies(index) { return false }
    nodes[index].store.commit()
    if dies(index) { return true }
    for directive in directives {
      carryOut(directive, of: index)
      if dies(index) { return true }
    }
    return true
  }

  mutating func dies(_ index: Int) -> Bool {
    steps += 1
    let falls = faults.crash > 0 && Double.random(in: 0..<1, using: &chance) < faults.crash / 4
    guard crashAt == steps || falls else { return false }
    crash(index)
    return true
  }

  mutating func carryOut(_ directive: ChatDirective, of index: Int) {
    switch directive {
    case .findMailboxes(let peer, let needsBundle): findMailboxes(of: peer, needsBundle, for: index)
    case .deposit(let deposits, let peer, let holder): hold(deposits, for: peer, at: holder, of: index)
    case .withdraw(let deposits, let peer):
      held[peer]?.removeAll { held in deposits.contains { $0.id == held.deposit.id } }
    case .drop(let drop, let peer, let message):
      guard passesDropsOn else { return }
      drops.append((drop, peer))
      call(index) { node, now throws(ChatError) in
        try node.engine.dropped(message, for: peer, at: now, in: node.store, using: &node.chance)
      }
    case .typing(let peer, let isTyping): nodes[index].typing.append((peer, isTyping))
    case .fetchFile(let id): nodes[index].fetching.insert(id)
    case .dropFile(let id):
      nodes[index].fetching.remove(id)
      nodes[index].store.shelf.remove(id)
    case .sweepFiles: nodes[index].sweeps += 1
    case .event(let event): nodes[index].told.append(event)
    case .connect(let peer, _):
      connects.append(directive)
      dial(peer, from: index)
    case .transmit(let type, let payload, let peer, let message):
      guard let other = place(of: peer), let epoch = links[[index, other]] else { return }
      if let message { expectKept(payload, type, message, of: index, for: peer) }
      let wire = nodes[index].identity.sign(type: type, payload: payload, at: clock.now.timestamp)
      frames.append(wire)
      send(wire, from: index, to: other, epoch: epoch)
      if let message {
        call(index) { node, now throws(ChatError) in
          try node.engine.transmitted(message, to: peer, at: now, in: node.store, using: &node.chance)
        }
      }
    }
  }

  /// What leaves has been committed before, so that no crash can make the same key encrypt something else.
  func expectKept(
    _ payload: [UInt8], _ type: MessageType, _ id: MessageID, of index: Int, for peer: NodeID
  ) {
    // Last words to somebody who is given up are never said again: the session is past them, or gone.
    guard nodes[index].store.state.contacts[peer]?.trust == .accepted else { return }
    let kept = nodes[index].store.state.outbox[peer]?.first { $0.id == id }?.ciphertext
    let isKept = kept.map { ratchetMessage($0.payload, $0.form) } == ratchetMessage(payload, type.form)
    #expect(isKept, "a ciphertext left before it was kept")
  }

  func ratchetMessage(_ payload: [UInt8], _ form: OutboxCiphertext.Form?) -> RatchetMessage? {
    switch form {
    case .message, .reaction, .readReceipt:
      try? Payload.decode(ChatMessagePayload.self, from: payload).ratchetMessage
    case .initiateSession: try? Payload.decode(InitiateSessionMessage.self, from: payload).initialMessage
    case nil: nil
    }
  }

  func place(of peer: NodeID) -> Int? { nodes.firstIndex { $0.id == peer } }

  mutating func dial(_ peer: NodeID, from index: Int) {
    if let other = place(of: peer), links[[index, other]] != nil { return prove(other, to: index) }
    dialled[index, default: 0] += 1
    guard let other = place(of: peer), nodes[other].isOnline, nodes[index].isOnline else {
      schedule(.refused(index, peer), after: .seconds(20))
      return
    }
    schedule(.link(index, other), after: .milliseconds(Int.random(in: 500...8_000, using: &chance)))
  }

  mutating func send(_ wire: WireMessage, from a: Int, to b: Int, epoch: Int) {
    if wire.type == .ack, faults.lostAcks > 0 {
      faults.lostAcks -= 1
      return
    }
    if Double.random(in: 0..<1, using: &chance) < faults.drop { return }
    let copies = Double.random(in: 0..<1, using: &chance) < faults.duplicate ? 2 : 1
    for _ in 0..<copies {
      let delay = faults.reorder ? Int.random(in: 100...3_000, using: &chance) : 500
      schedule(.frame(wire, from: a, to: b, epoch: epoch), after: .milliseconds(delay))
    }
  }

  mutating func schedule(_ what: Arrival.What, after delay: Duration) {
    nextOrder += 1
    arrivals.append(Arrival(at: clock.now.instant + delay, order: nextOrder, what: what))
  }

  mutating func cut(_ ends: Set<Int>, exceptTelling dead: Int? = nil) {
    guard links.removeValue(forKey: ends) != nil else { return }
    for end in ends.sorted() where end != dead {
      guard let other = ends.first(where: { $0 != end }) else { continue }
      let peer = id(other)
      call(end) { node, now throws(ChatError) in
        try node.engine.linkLost(peer, at: now, in: node.store, using: &node.chance)
      }
    }
  }

  /// `node` learns that its link is `other`'s, from the bundle that `other` made for it.
  mutating func prove(_ other: Int, to node: Int) {
    let asker = id(node)
    let isContact = nodes[other].store.state.contacts[asker]?.trust == .accepted
    guard var ring = nodes[other].store.state.ring else { return }
    let bundle = ring.bundle(
      for: .hello(asker, isContact: isContact), of: nodes[other].identity,
      address: PeerAddress(nodes[other].identity.onion), at: clock.now.timestamp, using: &nodes[other].chance)
    try? nodes[other].store.savePreKeyRing(ring)
    nodes[other].store.commit()
    guard let verified = try? bundle.verified(at: clock.now.timestamp, purpose: .hello) else {
      Issue.record("a bundle of ours must verify")
      return
    }
    call(node) { node, now throws(ChatError) in
      try node.engine.linkProven(
        verified, takesFiles: node.peersTakeFiles, at: now, in: node.store, using: &node.chance)
    }
  }

  /// Without a replay window, so that the engine itself has to recognise what it has seen.
  mutating func deliver(_ wire: WireMessage, from: Int, to: Int) {
    let message = UnverifiedMessage(wire)
    let keys = nodes[from].keys
    var window = ReplayWindow()
    let now = clock.now
    call(to) { node, _ throws(ChatError) in
      switch wire.type {
      case .initiateSession:
        guard let verified = try? message.verifiedInitiation(at: now, window: &window) else { return [] }
        return try node.engine.receivedInitiation(verified, at: now, in: node.store, using: &node.chance)
      case .message:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedMessage(verified, at: now, in: node.store, using: &node.chance)
      case .ack:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedAck(verified, at: now, in: node.store, using: &node.chance)
      case .typing:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedTyping(verified, at: now, in: node.store, using: &node.chance)
      case .reaction, .readReceipt, .editMessage:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedNote(verified, at: now, in: node.store, using: &node.chance)
      default:
        Issue.record("the chat sends no \(wire.type)")
        return []
      }
    }
  }
}

extension MessageType {
  fileprivate var form: OutboxCiphertext.Form? { OutboxCiphertext.Form(rawValue: rawValue) }
}
