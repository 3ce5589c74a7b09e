package import Crypto
import Wire

extension PreKeyRing {
  private static let version: UInt8 = 2
  /// Without ML-KEM prekeys.
  private static let firstVersion: UInt8 = 1
  /// Reserved ones and two pools of free ones: more than any settings lead to.
  private static let maximumOneTimePreKeys = E2EESettings.maximumReservations + 1000

  /// The whole ring, private keys included, for the store to seal.
  package func encoded() -> SecretBytes {
    var writer = SecretWriter(
      capacity: 24 + signedPreKeys.count * 44 + oneTimePreKeys.count * 78 + pqPreKeys.count * 1252)
    writer.append(PreKeyRing.version)
    writer.append(nextSignedID)
    writer.append(nextOneTimeID)
    writer.append(UInt16(signedPreKeys.count))
    for key in signedPreKeys {
      writer.append(key.id)
      writer.append(key.key.rawBytes)
      writer.append(key.createdAt)
    }
    writer.append(UInt16(oneTimePreKeys.count))
    for key in oneTimePreKeys {
      writer.append(key.id)
      writer.append(key.key.rawBytes)
      writer.append(flag: key.reservation != nil)
      guard let reservation = key.reservation else { continue }
      writer.append(reservation.peer.bytes)
      writer.append(flag: reservation.isContact)
      writer.append(reservation.since)
    }
    writer.append(nextPQID)
    writer.append(UInt16(pqPreKeys.count))
    for key in pqPreKeys {
      writer.append(key.id)
      writer.append(key.seed)
      writer.append(key.publicKey)
    }
    return writer.finish()
  }

  /// Reads what `encoded()` wrote, here or in a build without ML-KEM prekeys.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    let version = try reader.version(in: PreKeyRing.firstVersion...PreKeyRing.version)
    let nextSignedID = try reader.integer(UInt32.self)
    let nextOneTimeID = try reader.integer(UInt32.self)
    var signed: [SignedPreKey] = []
    for _ in 0..<(try reader.count(limit: 1 + E2EESettings.previousSignedPreKeys)) {
      signed.append(
        SignedPreKey(id: try reader.integer(), key: try reader.privateKey(), createdAt: try reader.timestamp()))
    }
    guard !signed.isEmpty else { throw .impossible("no signed prekey") }
    var oneTime: [OneTimePreKey] = []
    for _ in 0..<(try reader.count(limit: PreKeyRing.maximumOneTimePreKeys)) {
      oneTime.append(
        OneTimePreKey(id: try reader.integer(), key: try reader.privateKey(), reservation: try reader.reservation())
      )
    }
    let isFirst = version == PreKeyRing.firstVersion
    let nextPQID = isFirst ? nextSignedID : try reader.integer(UInt32.self)
    let pq = isFirst ? [] : try reader.pqPreKeys()
    try reader.finish()
    self.init(
      signedPreKeys: signed, oneTimePreKeys: oneTime, pqPreKeys: pq, nextSignedID: nextSignedID,
      nextOneTimeID: nextOneTimeID, nextPQID: nextPQID)
  }
}

extension SecretReader {
  fileprivate mutating func pqPreKeys() throws(StateError) -> [PQPreKey] {
    var keys: [PQPreKey] = []
    for _ in 0..<(try count(limit: 1 + E2EESettings.previousPQPreKeys)) {
      keys.append(
        PQPreKey(
          id: try integer(), seed: try secret(MLKEM768.seedCount),
          publicKey: try plain(MLKEM768.encapsulationKeyCount)))
    }
    return keys
  }

  fileprivate mutating func reservation() throws(StateError) -> OneTimePreKey.Reservation? {
    guard try flag() else { return nil }
    return OneTimePreKey.Reservation(peer: try nodeID(), isContact: try flag(), since: try timestamp())
  }
}
