package import Crypto
import Wire

extension PreKeyRing {
  private static let version: UInt8 = 1
  /// Reserved ones and two pools of free ones: more than any settings lead to.
  private static let maximumOneTimePreKeys = E2EESettings.maximumReservations + 1000

  /// The whole ring, private keys included, for the store to seal.
  package func encoded() -> SecretBytes {
    var writer = SecretWriter(capacity: 16 + signedPreKeys.count * 44 + oneTimePreKeys.count * 78)
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
    return writer.finish()
  }

  /// Reads what `encoded()` wrote.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    try reader.version(PreKeyRing.version)
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
    try reader.finish()
    self.init(
      signedPreKeys: signed, oneTimePreKeys: oneTime, nextSignedID: nextSignedID, nextOneTimeID: nextOneTimeID)
  }
}

extension SecretReader {
  fileprivate mutating func reservation() throws(StateError) -> OneTimePreKey.Reservation? {
    guard try flag() else { return nil }
    return OneTimePreKey.Reservation(peer: try nodeID(), isContact: try flag(), since: try timestamp())
  }
}
