/// The bounds of sessions and prekeys, each with its reason.
package struct E2EESettings: Sendable {
  // MARK: Adjustable

  /// How long a signed prekey is the current one. The original rotates weekly.
  package var signedPreKeyLifetime: Duration = .seconds(7 * 86_400)
  /// How many one-time prekeys are made at a refill.
  package var oneTimePreKeyPool = 20
  /// A refill begins when fewer than this many are unreserved.
  package var oneTimePreKeyLowWater = 10
  /// How long a one-time prekey waits for the peer it was shown to. A bundle may be used for a day and the message
  /// made from it may lie in a mailbox for two; after a week nothing honest is under way.
  package var reservationLifetime: Duration = .seconds(7 * 86_400)
  /// A peer that asks again within this time is shown the same key without a change of state; later, its wait
  /// begins anew.
  package var reservationRefresh: Duration = .seconds(86_400)

  package init() {}

  /// What strangers may hold: a crowd of invented identities must not use up what contacts need.
  var strangerReservations: Int { oneTimePreKeyPool / 2 }

  // MARK: Fixed

  /// Previous signed prekeys that are kept: a message made from an old bundle opens for two rotations more.
  static let previousSignedPreKeys = 2
  /// Previous ML-KEM prekeys that are kept. They rotate with the signed ones, and a bundle serves for a day and a mailbox
  /// holds two: one week more covers all that is under way, and what is deleted cannot be taken.
  static let previousPQPreKeys = 1
  /// Reservations in total: one for each contact of a large contact list; 44 bytes each at rest.
  static let maximumReservations = 1000
  /// Skipped message keys per session, and so the most messages that one frame can make us derive keys for.
  static let maximumSkippedKeys = 1000
  /// How long a skipped key is kept: mailboxes hold two days, a week covers every honest delay.
  static let skippedKeyLifetime: Duration = .seconds(7 * 86_400)
  /// Header keys kept of chains all of whose messages have come, so that a late duplicate is known for one.
  static let emptyRetiredChains = 8
  /// Message counters stop here: one below 2³² − 1, which the original refuses in a stored state.
  static let maximumCounter = UInt32.max - 1
  /// Replaced sessions that still receive: two crossings in a row leave two, and one more for a peer that healed.
  static let archivedSessions = 3
  /// How long a replaced session still receives: as long as a skipped key.
  static let archiveLifetime: Duration = .seconds(7 * 86_400)
  /// Initiations remembered per peer, against replays; what is older than a forgotten one is refused by its time.
  static let seenInitiations = 64
  /// How long our own unanswered initiation is held to when the peer answers with one of its own that should have
  /// lost: a live peer has opened ours within minutes, so by then it cannot.
  static let crossingPatience: Duration = .seconds(600)
}
