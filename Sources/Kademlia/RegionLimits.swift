import Wire

/// How many nodes may lie in one region of the key space before it counts as packed. Honest identifiers are spread
/// evenly, so of n nodes n / 2^b share b bits with a key, give or take; identifiers cost one hash, so an attacker has as
/// many there as it likes. What exceeds the limit does not count among the k nearest: the search goes on outwards, to
/// where the attacker would need a share of the whole network.
package struct RegionLimits: Hashable, Sendable {
  /// Nil while nothing is known of the network's size: then there are no limits.
  package let networkSize: Double?

  package init(networkSize: Double?) { self.networkSize = networkSize }

  /// How many nodes that share `bits` bits with a key are believed: the expected number, three deviations of a Poisson
  /// variable more, and two, where the network may be half as large again as estimated. Honest nodes exceed it about once
  /// in a thousand regions: those beyond it are passed over for the next farther ones.
  package func limit(sharing bits: Int) -> Int {
    guard let networkSize else { return .max / 8 }
    let expected = 1.5 * networkSize / Double(sign: .plus, exponent: bits, significand: 1)
    return Int(min(expected + 3 * expected.squareRoot() + 2, 1e9))
  }

  /// The `count` first of contacts that are sorted by distance, of each region no more than its share.
  func choose(from contacts: [Contact], around target: NodeID, count: Int) -> [Contact] {
    guard networkSize != nil else { return Array(contacts.prefix(count)) }
    var (result, bits, share): ([Contact], Int, Int) = ([], -1, 0)
    for contact in contacts where result.count < count {
      let shared = contact.nodeID.distance(to: target).sharedBits
      if shared != bits { (bits, share) = (shared, limit(sharing: shared)) }
      if result.count < share { result.append(contact) }
    }
    return result
  }

  /// How many of them are asked, with those that fail: twice as many, since half of a network may be down.
  func attempts(sharing bits: Int) -> Int { 2 * limit(sharing: bits) }
}
