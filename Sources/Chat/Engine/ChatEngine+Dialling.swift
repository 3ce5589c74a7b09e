import Wire
import World

extension ChatEngine {
  /// How many messages at the head of a peer's queue note the attempts to reach it in their traces: all would be
  /// a thousand writes for each attempt.
  private static let tracedEntries = 8

  /// Sees to it that the peer is dialled, because something waits for it now.
  mutating func reach<Store, Chance>(_ peer: NodeID, in turn: inout Turn<Store, Chance>) throws(ChatError) {
    guard links[peer] == nil else { return }
    switch dials[peer]?.state {
    case .dialling: return
    case .waiting(let since, _) where turn.now.instant < since + settings.firstRetry: return
    case .waiting, nil: try dial(peer, in: &turn)
    }
  }

  /// Asks for a link to the peer.
  mutating func dial<Store, Chance>(_ peer: NodeID, in turn: inout Turn<Store, Chance>) throws(ChatError) {
    let contact = try turn.kept(turn.store.chatContact(peer))
    dials[peer] = Dial(
      state: .dialling(deadline: turn.now.instant + settings.connectDeadline),
      failures: dials[peer]?.failures ?? 0)
    turn.directives.append(.connect(to: peer, at: contact?.address))
    try traceHead(.dialling, of: peer, contact?.address == nil ? "address looked up" : "known address", in: turn)
  }

  /// Plans the next attempt after one that failed.
  mutating func noteFailure<Store, Chance>(
    to peer: NodeID, _ reason: String, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let failures = (dials[peer]?.failures ?? 0) + 1
    try traceHead(.unreachable, of: peer, reason, in: turn)
    wait(for: peer, failures: failures, in: &turn)
    try seekMailboxes(for: peer, in: &turn)
  }

  /// Plans an attempt after the wait that so many failures call for.
  mutating func wait<Store, Chance>(for peer: NodeID, failures: Int, in turn: inout Turn<Store, Chance>) {
    let doublings = min(max(failures - 1, 0), 16)
    let pause = min(settings.firstRetry * (1 << doublings), settings.longestRetry)
    let now = turn.now.instant
    dials[peer] = Dial(
      state: .waiting(since: now, until: now + turn.chance.jittered(pause)), failures: failures)
  }

  private func traceHead<Store, Chance>(
    _ kind: DeliveryStep.Kind, of peer: NodeID, _ evidence: String, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let head = try turn.kept(turn.store.outbox(of: peer, after: 0, limit: Self.tracedEntries))
    for entry in head where entry.note == nil { try turn.trace(kind, of: entry.key, evidence) }
  }
}
