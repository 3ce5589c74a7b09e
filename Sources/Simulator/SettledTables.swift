import Kademlia
import Wire
import World

/// The routing tables of a network that has been up for a while.
struct SettledTables {
  private let contacts: [Contact]
  private let settings: KademliaSettings

  init(contacts: [Contact], settings: KademliaSettings) {
    self.contacts = contacts.sorted { $0.nodeID < $1.nodeID }
    self.settings = settings
  }

  /// The table of one node: of each bucket up to k contacts, at random. The contacts of a bucket are neighbours in the
  /// sorted list, so the list is halved bit by bit.
  func table(of local: NodeID, at now: Instant, using rng: inout some RandomNumberGenerator) -> RoutingTable {
    var table = RoutingTable(local: local, settings: settings)
    var range = contacts.indices
    for bit in 0..<256 where range.count > 1 {
      let middle = firstWithBit(bit, in: range)
      let isInUpperHalf = hasBit(bit, local)
      let others = isInUpperHalf ? range.lowerBound..<middle : middle..<range.upperBound
      for index in choose(from: others, using: &rng) { _ = table.admit(contacts[index], at: now) }
      range = isInUpperHalf ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return table
  }

  private func choose(from range: Range<Int>, using rng: inout some RandomNumberGenerator) -> [Int] {
    guard range.count > settings.k else { return Array(range) }
    var chosen: Set<Int> = []
    var inOrder: [Int] = []
    while inOrder.count < settings.k {
      let index = Int.random(in: range, using: &rng)
      if chosen.insert(index).inserted { inOrder.append(index) }
    }
    return inOrder
  }

  private func firstWithBit(_ bit: Int, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if hasBit(bit, contacts[middle].nodeID) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func hasBit(_ bit: Int, _ id: NodeID) -> Bool {
    let words = id.words
    let word =
      switch bit / 64 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(63 - bit % 64) & 1 == 1
  }
}
