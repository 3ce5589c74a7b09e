package import Crypto
import Wire
import World

extension PeerSessions {
  private static let version: UInt8 = 2
  /// Without handshakes: all were classical.
  private static let firstVersion: UInt8 = 1

  /// All sessions with the peer, keys included, for the store to seal.
  package func encoded() -> SecretBytes {
    let sessions = (current.map { [$0] } ?? []) + archived
    var writer = SecretWriter(
      capacity: 96 + seen.entries.count * 24 + sessions.reduce(0) { $0 + $1.encodedCount })
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

  /// Reads what `encoded()` wrote, here or in a build without post-quantum handshakes.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    let isFirst = try reader.version(in: Self.firstVersion...Self.version) == Self.firstVersion
    self.init(own: try reader.nodeID(), peer: try reader.nodeID())
    seen.floor = try reader.optionalTimestamp()
    for _ in 0..<(try reader.count(limit: E2EESettings.seenInitiations)) {
      seen.entries.append(.init(id: try reader.sessionID(), signedAt: try reader.timestamp()))
    }
    let hasCurrent = try reader.flag()
    let archivedCount = try reader.count(limit: E2EESettings.archivedSessions)
    if hasCurrent { current = try Session(from: &reader, isFirst) }
    for _ in 0..<archivedCount { archived.append(try Session(from: &reader, isFirst)) }
    try reader.finish()
  }
}

extension Session {
  /// An upper bound of the encoded size.
  fileprivate var encodedCount: Int { 128 + (pending?.pq?.ciphertext.count ?? 0) + ratchet.encodedCount }

  fileprivate func write(to writer: inout SecretWriter) {
    writer.append(id.bytes)
    writer.append(role.rawValue)
    writer.append(handshake.rawValue)
    writer.append(openedAt)
    writer.append(lastReceived)
    writer.append(archivedAt)
    writer.append(flag: pending != nil)
    if let pending {
      writer.append(pending.ephemeralKey)
      writer.append(pending.signedPreKeyID)
      writer.append(flag: pending.oneTimePreKeyID != nil)
      if let id = pending.oneTimePreKeyID { writer.append(id) }
      writer.append(flag: pending.pq != nil)
      if let pq = pending.pq {
        writer.append(pq.preKeyID)
        writer.append(pq.ciphertext)
      }
    }
    ratchet.write(to: &writer)
  }

  fileprivate init(from reader: inout SecretReader, _ isFirst: Bool) throws(StateError) {
    let id = try reader.sessionID()
    guard let role = Role(rawValue: try reader.integer()) else { throw .impossible("role") }
    guard let handshake = Handshake(rawValue: isFirst ? 0 : try reader.integer()) else {
      throw .impossible("handshake")
    }
    self.init(
      id: id, role: role, handshake: handshake, openedAt: try reader.timestamp(),
      lastReceived: try reader.optionalTimestamp(), archivedAt: try reader.optionalTimestamp(),
      pending: try reader.pendingInitiation(isFirst),
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

  fileprivate mutating func pendingInitiation(_ isFirst: Bool) throws(StateError) -> PendingInitiation? {
    guard try flag() else { return nil }
    return PendingInitiation(
      ephemeralKey: try plain(X25519.keyCount), signedPreKeyID: try integer(),
      oneTimePreKeyID: try flag() ? try integer() : nil, pq: isFirst ? nil : try pqEncapsulation())
  }

  private mutating func pqEncapsulation() throws(StateError) -> PQEncapsulation? {
    guard try flag() else { return nil }
    return PQEncapsulation(preKeyID: try integer(), ciphertext: try plain(MLKEM768.ciphertextCount))
  }
}
