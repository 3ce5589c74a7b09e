import Wire

/// How many nodes the network has, from how near the nearest ones lie to identifiers that nobody chose: the i-th nearest
/// of n lies at i/(n+1) of the key space, so each finished lookup of a random identifier gives a sample, by least
/// squares over its k distances. The median of some samples is not moved by whoever packs one region.
struct NetworkSize: Sendable {
  /// Samples that are remembered: the median of nine is off by a tenth, and an hour renews them.
  private static let memory = 9

  private var samples: [Double] = []
  /// From the own neighbourhood, which an attacker may have packed: only until there are others.
  private var ownSample: Double?

  var estimate: Double? {
    guard !samples.isEmpty else { return ownSample }
    return samples.sorted()[samples.count / 2]
  }

  mutating func note(_ closest: [Contact], target: NodeID, isRandom: Bool) {
    guard let sample = NetworkSize.sample(closest, target: target) else { return }
    guard isRandom else {
      ownSample = sample
      return
    }
    samples.append(sample)
    if samples.count > NetworkSize.memory { samples.removeFirst() }
  }

  private static func sample(_ closest: [Contact], target: NodeID) -> Double? {
    var (squares, products) = (0.0, 0.0)
    for (index, contact) in closest.enumerated() {
      let rank = Double(index + 1)
      squares += rank * rank
      products += rank * contact.nodeID.distance(to: target).fraction
    }
    return products > 0 ? squares / products : nil
  }
}

extension Distance {
  /// The distance as a part of the key space, 0 to 1.
  var fraction: Double { (Double(words.0) + Double(words.1) / 0x1p64) / 0x1p64 }
}
