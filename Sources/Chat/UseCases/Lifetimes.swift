import Wire
import World

extension ChatEngine {
  func checkLifetime(_ lifetime: Duration) throws(ChatError) {
    let range = settings.shortestLifetime...settings.longestLifetime
    guard range.contains(lifetime) else {
      throw .badLifetime(shortest: settings.shortestLifetime, longest: settings.longestLifetime)
    }
  }

  /// Erases what is due, a list at a time, and finds out when to look again.
  mutating func eraseExpired<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) {
    let due = try turn.kept(
      turn.store.messages(expiredBy: turn.now.timestamp, limit: settings.erasedPerTurn))
    for key in due {
      if let message = try turn.kept(turn.store.message(key)) {
        try erase(message, as: .messageExpired, in: &turn)
      }
    }
    try planExpiry(in: turn)
  }

  /// Erases what has been kept for as long as the owner wants, a list at a time. A clock that is days ahead must not cost
  /// the history of these days: while others contradict it nothing is erased, and while nobody was asked yet only what is
  /// older by a week.
  mutating func eraseOutdated<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) {
    guard let retention = preferences.retention else { return }
    nextRetention = turn.now.instant + settings.expiryCheck
    let extra: Duration
    switch clock {
    case .agreed: extra = .zero
    case .unknown: extra = settings.unconfirmedClock
    case .doubted: return
    }
    let end = turn.now.timestamp - (retention + extra)
    let due = try turn.kept(turn.store.settledMessages(storedBefore: end, limit: settings.erasedPerTurn))
    for key in due {
      if let message = try turn.kept(turn.store.message(key)) {
        try erase(message, as: .messageExpired, in: &turn)
      }
    }
    if due.count >= settings.erasedPerTurn { nextRetention = turn.now.instant }
  }

  /// Sets the time of the next look; none while nothing has an end.
  mutating func planExpiry<Store, Chance>(in turn: Turn<Store, Chance>) throws(ChatError) {
    guard let next = try turn.kept(turn.store.nextExpiry()) else {
      nextExpiry = nil
      return
    }
    let wait = max(.zero, next - turn.now.timestamp)
    nextExpiry = turn.now.instant + min(wait, settings.expiryCheck)
  }

  /// A message that has an end was stored.
  mutating func noteExpiry<Store, Chance>(of message: ChatMessage, in turn: Turn<Store, Chance>) {
    guard let end = message.expiresAt else { return }
    let wait = min(max(.zero, end - turn.now.timestamp), settings.expiryCheck)
    let due = turn.now.instant + wait
    nextExpiry = nextExpiry.map { min($0, due) } ?? due
  }
}
