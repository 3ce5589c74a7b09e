import Testing
import Wire
import World

@testable import Kademlia

/// What a table says of the size of the network.
@Suite struct RoutingTableSizeTests {
  private let start = Instant(nanoseconds: 0)

  private func table(of count: UInt64) -> RoutingTable {
    var table = RoutingTable(local: Made.id(0))
    for number in 1...count { _ = table.admit(Made.contact(Made.id(number)), at: start) }
    return table
  }

  @Test(arguments: [60, 300, 1_000, 5_000])
  func theSizeIsKnownWithinAFactorOfTwo(count: UInt64) throws {
    let size = try #require(table(of: count).networkSize)
    #expect(size > Double(count) / 2 && size < Double(count) * 2)
  }

  /// Churn takes contacts faster than others are found.
  @Test func aBucketThatLostAFewIsNotTheEndOfTheNetwork() throws {
    var table = table(of: 1_000)
    for bucket in [255, 253] {
      // Ten of them are replaced.
      for entry in table.bucket(bucket).entries.prefix(13) { table.remove(entry.contact.nodeID, at: start) }
      #expect(table.bucket(bucket).entries.count == 17)
    }
    let size = try #require(table.networkSize)
    #expect(size > 666 && size < 1_500)
  }

  /// By chance a node has few neighbours, but the full buckets before them are not empty.
  @Test func aThinPlaceDoesNotShrinkTheNetwork() throws {
    var table = table(of: 1_000)
    let first = try #require(table.firstOpenDepth)
    for depth in first...(first + 2) {
      for entry in table.bucket(255 - depth).entries.dropFirst() { table.remove(entry.contact.nodeID, at: start) }
    }
    let size = try #require(table.networkSize)
    #expect(size > 400)
  }

  /// Whoever packs identifiers around one node fills deep buckets, and adds nothing.
  @Test func packedNeighboursDoNotEnlargeTheNetwork() throws {
    var table = table(of: 300)
    let before = try #require(table.networkSize)
    let local = Made.id(0)
    for number in 0..<200 as Range<UInt64> {
      _ = table.admit(
        Made.contact(local.inBucket(255 - 16 - Int(number % 10), lowerBits: Made.id(5_000 + number))), at: start)
    }
    #expect(table.networkSize == before)
  }
}
