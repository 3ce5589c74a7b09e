import Wire
package import World

/// One session with a peer: a ratchet, who began it, and what is needed to choose between sessions that crossed.
package struct Session: Sendable {
  /// Which side began it.
  package enum Role: UInt8, Sendable {
    case initiator = 0
    case responder = 1
  }

  package let id: SessionID
  package let role: Role
  package let handshake: Handshake
  /// When it was begun here, by our clock.
  package let openedAt: Timestamp
  /// When the peer signed the latest message that opened, by the peer's clock; nil before the first.
  package internal(set) var lastReceived: Timestamp?
  /// When another session took its place, by our clock; such a session only receives.
  package internal(set) var archivedAt: Timestamp?
  /// Set while this side began it and no reply has come.
  var pending: PendingInitiation?
  var ratchet: DoubleRatchet

  /// Whether this side began it and the peer is not known to have it.
  package var isPending: Bool { pending != nil }

  /// Opens a message of this session. `sentAt` is when the peer signed it.
  mutating func decrypt(
    _ message: RatchetMessage, associatedData: [UInt8], sentAt: Timestamp, at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(RatchetError) -> [UInt8] {
    let plaintext = try ratchet.decrypt(message, associatedData: associatedData, at: now, using: &chance)
    lastReceived = lastReceived.map { max($0, sentAt) } ?? sentAt
    pending = nil
    return plaintext
  }
}
