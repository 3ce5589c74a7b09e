import Wire
package import World

extension ChatEngine {
  /// Takes up, after a start of the program, what the store says is to be done.
  package mutating func start(
    at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      engine.links = [:]
      engine.dials = [:]
      engine.mailboxes = [:]
      try engine.loadKeys(in: turn)
      let owed = try turn.kept(turn.store.owedReceiptPeers())
      let fetched = try turn.kept(turn.store.fetchedFiles())
      turn.directives += [.sweepFiles] + fetched.map { .fetchFile($0.id) }
      let peers = try Set(turn.kept(turn.store.outboxPeers()) + owed + fetched.map(\.key.peer)).sorted()
      for (index, peer) in peers.enumerated() {
        // Spread, so that a node with many contacts does not build a hundred circuits in its first second.
        let delay = turn.chance.jittered(engine.settings.startSpacing * index)
        engine.dials[peer] = Dial(
          state: .waiting(since: now.instant, until: now.instant + delay), failures: 0)
      }
      try engine.eraseExpired(in: &turn)
      try engine.eraseOutdated(in: &turn)
      try engine.act(in: &turn)
    }.directives
  }

  /// Does what is due.
  package mutating func tick(
    at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    guard let deadline = nextDeadline, deadline <= now.instant else { return [] }
    return try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.act(in: &turn)
    }.directives
  }

  /// When `tick` has something to do; nil while nothing waits.
  package var nextDeadline: Instant? {
    let dialling = dials.values.map(\.deadline).min()
    let receipts = links.values.flatMap(\.inFlight).map(\.deadline).min()
    let typing = links.values.compactMap(\.typingUntil).min()
    let mailboxes = mailboxes.values.map(\.deadline).min()
    return [dialling, receipts, mailboxes, nextExpiry, nextRetention, typing].compactMap { $0 }.min()
  }

  private mutating func act<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) {
    let now = turn.now.instant
    if let due = nextExpiry, due <= now { try eraseExpired(in: &turn) }
    if let due = nextRetention, due <= now { try eraseOutdated(in: &turn) }
    for peer in links.keys.sorted() where links[peer]?.typingUntil.map({ $0 <= now }) == true {
      endTyping(of: peer, in: &turn)
    }
    // Sorted: a run is repeatable from its seed.
    for (peer, dial) in dials.sorted(by: { $0.key < $1.key }) where dial.deadline <= now {
      switch dial.state {
      case .dialling: try noteFailure(to: peer, "no answer in time", in: &turn)
      case .waiting: try dialIfNeeded(peer, in: &turn)
      }
    }
    try actOnMailboxes(in: &turn)
    for (peer, link) in links.sorted(by: { $0.key < $1.key })
    where link.inFlight.contains(where: { $0.deadline <= now }) {
      try repeatOverdue(to: peer, in: &turn)
    }
  }

  private mutating func dialIfNeeded<Store, Chance>(
    _ peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    if try hasWaiting(for: peer, in: turn) { try dial(peer, in: &turn) } else { dials[peer] = nil }
  }
}
