import Wire
import World

/// A live link that was proven to be the peer's.
struct Link: Sendable {
  /// What the peer proved on it: new sessions begin from this. Nil only for a stand-in, where a mailbox takes the place
  /// of a link and the directory has no bundle.
  var bundle: VerifiedBundle?
  /// Everything of the outbox up to this sequence has been handed to this link.
  var handedThrough: Int64 = 0
  /// What was handed to it and has no receipt yet, in sending order; at most `ChatSettings.window`.
  var inFlight: [InFlight] = []
  /// Whether a session was begun from `bundle`: its one-time prekey serves one.
  var usedOneTimePreKey = false
  /// When an empty initiation was last handed to it.
  var probedAt: Instant?
  /// When the peer last asked for a new session.
  var askedAt: Instant?
  /// When the peer was last told that the user writes, unless it was told the end of it.
  var toldTypingAt: Instant?
  /// Until when the peer is taken to write.
  var typingUntil: Instant?
  /// What the peer said of its typing, counted since then.
  var typingWindow: Instant?
  var typingCount = 0

  struct InFlight: Sendable {
    let id: MessageID
    let sequence: Int64
    /// How often it was handed to this link.
    var times: Int
    /// When it is handed to the link again.
    var deadline: Instant
  }

  init(bundle: VerifiedBundle?) { self.bundle = bundle }

  /// Whether a session could be begun from a one-time prekey that no session used yet.
  var mayBeginAnew: Bool { bundle != nil && !usedOneTimePreKey }

  /// Makes the link send the whole outbox again.
  mutating func rewind() {
    handedThrough = 0
    inFlight = []
  }
}
