import Bytes
import Store
import World

/// When another node last accepted the own record, which a restart does not change.
extension NodeStore {
  private static let publishedSetting = "published-at"

  func publishedAt() throws(StoreError) -> Timestamp? {
    guard let bytes = try setting(Self.publishedSetting) else { return nil }
    var reader = ByteReader(bytes)
    return (try? reader.integer(UInt64.self)).map { Timestamp(milliseconds: Int64(truncatingIfNeeded: $0)) }
  }

  func savePublished(at time: Timestamp) throws(StoreError) {
    var writer = ByteWriter(capacity: 8)
    writer.append(UInt64(bitPattern: time.milliseconds))
    try setSetting(Self.publishedSetting, writer.bytes)
  }
}
