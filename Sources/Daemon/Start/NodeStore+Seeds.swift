import Store
import Wire

/// Seeds that were added at run time, one a line.
extension NodeStore {
  private static let seedsSetting = "seeds"

  func seeds() throws(StoreError) -> [PeerAddress] {
    guard let lines = try setting(Self.seedsSetting) else { return [] }
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { PeerAddress(String($0)) }
  }

  func saveSeeds(_ seeds: [PeerAddress]) throws(StoreError) {
    try setSetting(Self.seedsSetting, Array(seeds.map(\.text).joined(separator: "\n").utf8))
  }
}
