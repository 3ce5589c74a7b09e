package import Wire
package import World

extension ChatEngine {
  /// An `ack`, whose signature was verified to be its sender's.
  package mutating func receivedAck(
    _ wire: VerifiedMessage, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let ack = try? Payload.decode(AckMessage.self, from: wire.payload), let id = MessageID(ack.messageID)
      else {
        engine.counters.count("chat.refused.malformed")
        return
      }
      try engine.noteSeen(wire.sender, signedAt: wire.timestamp.timestamp, in: turn)
      if id == .probe, ack.status == .failed { return try engine.beginAnew(with: wire.sender, in: &turn) }
      let key = MessageKey(peer: wire.sender, direction: .sent, id: id)
      let message = try turn.kept(turn.store.message(key))
      if message == nil, try turn.kept(turn.store.outboxEntry(id, of: wire.sender)) != nil {
        // A note: it leaves no message.
        try engine.discharge(key, in: turn)
        return try engine.pump(wire.sender, in: &turn)
      }
      guard let message, message.state.awaitsReceipt else {
        engine.counters.count("chat.ack.unexpected")
        return
      }
      switch ack.status {
      case .delivered: try engine.noteDelivered(key, in: &turn)
      case .failed: if !message.state.isFinal { try engine.giveUp(key, .refusedByPeer, in: &turn) }
      }
      try engine.pump(wire.sender, in: &turn)
    }.directives
  }

  /// Nothing more of it is to be sent.
  mutating func discharge<Store, Chance>(
    _ key: MessageKey, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    try turn.kept(turn.store.removeOutboxEntry(key.id, of: key.peer))
    links[key.peer]?.inFlight.removeAll { $0.id == key.id }
  }

  private mutating func noteDelivered<Store, Chance>(
    _ key: MessageKey, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    try discharge(key, in: turn)
    try noteArrival(ofFileOf: key, in: &turn)
    try turn.trace(.delivered, of: key, "receipt signed by the peer")
    try turn.setState(.delivered, of: key)
  }
}

extension DeliveryState {
  /// Whether a receipt still changes the state: one that was given up may have arrived before.
  fileprivate var awaitsReceipt: Bool {
    switch self {
    case .queued, .sent, .relayed, .failed: true
    case .delivered, .read: false
    }
  }
}
