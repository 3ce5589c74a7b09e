package import World

extension ChatEngine {
  /// This node's own network works again: whoever waits for a peer tries at once, not when the wait ends.
  package mutating func networkBack(
    at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      for (peer, search) in engine.mailboxes {
        if case .resting = search.state { engine.mailboxes[peer] = nil }
      }
      for (peer, dial) in engine.dials.sorted(by: { $0.key < $1.key }) {
        switch dial.state {
        case .dialling: break
        case .waiting: try engine.dial(peer, in: &turn)
        }
      }
    }.directives
  }

  /// Messages that were handed to a link and have no receipt yet.
  package var inFlightCount: Int { links.values.reduce(0) { $0 + $1.inFlight.count } }
}
