package import Crypto
import Wire
import World

extension PeerSessions {
  private static let version: UInt8 = 1

  /// All sessions with the peer, keys included, for the store to seal.
  package func encoded() -> SecretBytes {
    let sessions = (current.map { [$0] } ?? []) + archived
    var writer = SecretWriter(
      capacity: 96 + seen.entries.count * 24 + sessions.reduce(0) { $0 + 128 + $1.ratchet.encodedCount })
    writer.append(PeerSessions.version)
    writer.append(own.bytes)
    writer.append(peer.bytes)
    writer.append(seen.floor)
    writer.append(UInt16(seen.entries.count))
    for entry in seen.entries {
      writer.append(entry.id.bytes)
      writer.append(entry.signedAt)
    }
    writer.append(flag: current != nil)
    writer.append(UInt16(archived.count))
    for session in sessions { session.write(to: &writer) }
    return writer.finish()
  }

  /// Reads what `encoded()` wrote.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    try reader.version(PeerSessions.version)
    self.init(own: try reader.nodeID(), peer: try reader.nodeID())
    seen.floor = try reader.optionalTimestamp()
    for _ in 0..<(try reader.count(limit: E2EESettings.seenInitiations)) {
      seen.entries.append(.init(id: try reader.sessionID(), signedAt: try reader.timestamp()))
    }
    let hasCurrent = try reader.flag()
    let archivedCount = try reader.count(limit: E2EESettings.archivedSessions)
    if hasCurrent { current = try Session(from: &reader) }
    for _ in 0..<archivedCount { archived.append(try Session(from: &reader)) }
    try reader.finish()
  }
}

extension Session {
  fileprivate func write(to writer: inout SecretWriter) {
    writer.append(id.bytes)
    writer.append(role.rawValue)
    writer.append(openedAt)
    writer.append(lastReceived)
    writer.append(archivedAt)
    writer.append(flag: pending != nil)
    if let pending {
      writer.append(pending.ephemeralKey)
      writer.append(pending.signedPreKeyID)
      writer.append(flag: pending.oneTimePreKeyID != nil)
      if let id = pending.oneTimePreKeyID { writer.append(id) }
    }
    ratchet.write(to: &writer)
  }

  fileprivate init(from reader: inout SecretReader) throws(StateError) {
    let id = try reader.sessionID()
    guard let role = Role(rawValue: try reader.integer()) else { throw .impossible("role") }
    self.init(
      id: id, role: role, openedAt: try reader.timestamp(), lastReceived: try reader.optionalTimestamp(),
      archivedAt: try reader.optionalTimestamp(), pending: try reader.pendingInitiation(),
      ratchet: try DoubleRatchet(from: &reader))
  }
}

extension SecretWriter {
  fileprivate mutating func append(_ timestamp: Timestamp?) {
    append(flag: timestamp != nil)
    if let timestamp { append(timestamp) }
  }
}

extension SecretReader {
  fileprivate mutating func optionalTimestamp() throws(StateError) -> Timestamp? {
    try flag() ? try timestamp() : nil
  }

  fileprivate mutating func sessionID() throws(StateError) -> SessionID {
    guard let id = SessionID(bytes: try plain(SessionID.count)) else { throw .impossible("session ID") }
    return id
  }

  fileprivate mutating func pendingInitiation() throws(StateError) -> PendingInitiation? {
    guard try flag() else { return nil }
    return PendingInitiation(
      ephemeralKey: try plain(X25519.keyCount), signedPreKeyID: try integer(),
      oneTimePreKeyID: try flag() ? try integer() : nil)
  }
}
