extension RoutingTable {
  /// How many nodes the network has, as this table shows it. The bucket at depth b holds nodes that
  /// share exactly b bits with this one, n / 2^(b+1) of n, and holds them all while it is not full. The first such three
  /// hold seven eighths of all that the table knows completely. That is a dozen nodes or two, and some places are thin by
  /// chance; but a full bucket before them says that there are as many as it holds, or more, so the most that the buckets
  /// from any depth on show counts. What lies deeper does not count: there an attacker packs forged identifiers around
  /// this node, and full buckets bound what it adds elsewhere.
  var networkSize: Double? {
    guard let first = firstOpenDepth else { return nil }
    var (held, most) = (0, 0.0)
    for depth in (0...(first + 2)).reversed() {
      held += bucket(255 - depth).entries.count
      guard depth <= first else { continue }
      // Of n nodes the buckets from `depth` to the last hold n / 2^depth, without what lies behind the last.
      let share = 1 / Double(sign: .plus, exponent: depth, significand: 1) - behind(first + 2)
      most = max(most, Double(max(held, 1)) / share)
    }
    return most
  }

  /// The share of a network that lies in buckets deeper than one.
  private func behind(_ depth: Int) -> Double { 1 / Double(sign: .plus, exponent: depth + 1, significand: 1) }

  /// The depth of the first three buckets all of which are clearly not full. A bucket that lost a few to churn and waits
  /// for others is not taken for the end of the network, as long as one behind it is full.
  var firstOpenDepth: Int? {
    let full = settings.k * 3 / 4
    return (0..<253).first { depth in (depth...(depth + 2)).allSatisfy { bucket(255 - $0).entries.count < full } }
  }
}
