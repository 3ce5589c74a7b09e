/// How old a message may be when it is verified.
package enum Freshness: Hashable, Sendable {
  /// It came over a link from its sender, or from a relay on the way: minutes.
  case live
  /// Somebody held it for a peer who was offline: days. Replays are recognised by message identifier then.
  case held

  /// The oldest and the newest timestamp that is still refused, in seconds after now.
  func bounds(for type: MessageType) -> (past: Double, future: Double) {
    switch self {
    case .live:
      (type == .relay ? WireLimits.relayedPast : WireLimits.livePast, WireLimits.future)
    case .held: (WireLimits.heldPast, WireLimits.future)
    }
  }
}
