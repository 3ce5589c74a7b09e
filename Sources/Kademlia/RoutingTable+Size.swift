extension RoutingTable {
  /// How many nodes the network has, as this table shows it. The bucket at depth b holds nodes that
  /// share exactly b bits with this one, n / 2^(b+1) of n, and holds them all while it is not full. The first such three
  /// hold seven eighths of all that the table knows completely. What lies deeper does not count: there
  /// an attacker packs forged identifiers around this node, and full buckets bound what it adds elsewhere.
  var networkSize: Double? {
    guard let first = firstOpenDepth else { return nil }
    let held = (first...(first + 2)).reduce(0) { $0 + bucket(255 - $1).entries.count }
    let share = 0.875 / Double(sign: .plus, exponent: first, significand: 1)
    return max(Double(held), 1) / share
  }

  /// The depth of the first three buckets all of which are clearly not full. A bucket that lost a few to churn and waits
  /// for others is not taken for the end of the network, as long as one behind it is full.
  var firstOpenDepth: Int? {
    let full = settings.k * 3 / 4
    return (0..<253).first { depth in (depth...(depth + 2)).allSatisfy { bucket(255 - $0).entries.count < full } }
  }
}
