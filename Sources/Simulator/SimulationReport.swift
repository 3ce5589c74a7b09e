package import Kademlia

/// What a number of lookups came to.
package struct SimulationReport: Sendable, CustomStringConvertible {
  package let lookups: Int
  package let successes: Int
  /// Median and 95th percentile.
  package let depth: (p50: Int, p95: Int)
  package let requests: (mean: Double, p95: Int)
  package let seconds: (p50: Double, p95: Double)

  /// - Parameter isSuccess: whether a lookup found what it was to find.
  package init(_ outcomes: [LookupOutcome], isSuccess: (Int, LookupOutcome) -> Bool) {
    lookups = outcomes.count
    successes = outcomes.enumerated().count { isSuccess($0.offset, $0.element) }
    let depths = outcomes.map(\.depth).sorted()
    let asked = outcomes.map(\.requests).sorted()
    let times = outcomes.map { $0.duration / .seconds(1) }.sorted()
    depth = (Self.percentile(50, of: depths) ?? 0, Self.percentile(95, of: depths) ?? 0)
    requests = (
      outcomes.isEmpty ? 0 : Double(asked.reduce(0, +)) / Double(asked.count), Self.percentile(95, of: asked) ?? 0
    )
    seconds = (Self.percentile(50, of: times) ?? 0, Self.percentile(95, of: times) ?? 0)
  }

  package var successRate: Double { lookups == 0 ? 0 : Double(successes) / Double(lookups) }

  package var description: String {
    func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    return "\(successes)/\(lookups) found; depth p50 \(depth.p50), p95 \(depth.p95);"
      + " requests mean \(tenths(requests.mean)), p95 \(requests.p95);"
      + " time p50 \(tenths(seconds.p50)) s, p95 \(tenths(seconds.p95)) s"
  }

  /// The smallest value that `percent` of all do not exceed.
  private static func percentile<Value>(_ percent: Int, of sorted: [Value]) -> Value? {
    sorted.isEmpty ? nil : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
