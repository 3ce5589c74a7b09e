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

  /// Erases what has been kept for as long as the owner wants, a list at a time.
  mutating func eraseOutdated<Store, Chance>(in turn: inout Turn<Store, Chance>) throws(ChatError) {
    guard let retention = preferences.retention else { return }
    let due = try turn.kept(
      turn.store.settledMessages(storedBefore: turn.now.timestamp - retention, limit: settings.erasedPerTurn))
    for key in due {
      if let message = try turn.kept(turn.store.message(key)) {
        try erase(message, as: .messageExpired, in: &turn)
      }
    }
    let isDone = due.count < settings.erasedPerTurn
    nextRetention = isDone ? turn.now.instant + settings.expiryCheck : turn.now.instant
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
