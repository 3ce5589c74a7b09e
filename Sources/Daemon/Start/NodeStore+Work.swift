import Bytes
import Store

/// The proof of work on the own identity, which is done once.
extension NodeStore {
  private static let workSetting = "identity-work"

  func identityWork() throws(StoreError) -> UInt32? {
    guard let bytes = try setting(Self.workSetting) else { return nil }
    var reader = ByteReader(bytes)
    return try? reader.integer(UInt32.self)
  }

  func saveIdentityWork(_ nonce: UInt32) throws(StoreError) {
    var writer = ByteWriter(capacity: 4)
    writer.append(nonce)
    try setSetting(Self.workSetting, writer.bytes)
  }
}
