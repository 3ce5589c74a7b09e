import Wire
package import World

extension ChatEngine {
  /// Other nodes' clocks agree with this machine's, or no longer do. What was kept for long enough is erased at once when they
  /// agree again.
  package mutating func clockStands(
    _ standing: ClockStanding, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    let before = clock
    clock = standing
    guard standing == .agreed, before != .agreed else { return [] }
    return try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      try engine.eraseOutdated(in: &turn)
    }.directives
  }
}
