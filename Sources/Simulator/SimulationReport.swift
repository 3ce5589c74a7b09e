package import Kademlia
import World

/// What a number of lookups came to.
package struct SimulationReport: Sendable, CustomStringConvertible {
  package let lookups: Int
  package let successes: Int
  /// Median and 95th percentile.
  package let depth: (p50: Int, p95: Int)
  package let requests: (mean: Double, p95: Int)
  package let seconds: (p50: Double, p95: Double)
  /// Until the first valid copy, of lookups that found one.
  package var firstCopy = (p50: 0.0, p95: 0.0)

  /// - Parameters:
  ///   - begun: how many lookups were begun, when some have not ended.
  ///   - isSuccess: whether a lookup found what it was to find.
  package init(_ outcomes: [LookupOutcome], of begun: Int? = nil, isSuccess: (Int, LookupOutcome) -> Bool) {
    lookups = begun ?? outcomes.count
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

  package mutating func note(firstCopies: [Duration]) {
    let times = firstCopies.map { $0 / .seconds(1) }.sorted()
    firstCopy = (Self.percentile(50, of: times) ?? 0, Self.percentile(95, of: times) ?? 0)
  }

  package var successRate: Double { lookups == 0 ? 0 : Double(successes) / Double(lookups) }

  package var description: String {
    func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    return "\(successes)/\(lookups) found; depth p50 \(depth.p50), p95 \(depth.p95);"
      + " requests mean \(tenths(requests.mean)), p95 \(requests.p95);"
      + " time p50 \(tenths(seconds.p50)) s, p95 \(tenths(seconds.p95)) s"
      + (firstCopy.p95 > 0 ? ", to the first copy \(tenths(firstCopy.p50)) s, \(tenths(firstCopy.p95)) s" : "")
  }

  /// The smallest value that `percent` of all do not exceed.
  private static func percentile<Value>(_ percent: Int, of sorted: [Value]) -> Value? {
    sorted.isEmpty ? nil : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}

extension SimulatedNetwork {
  /// Runs until the lookups have ended and sums them up; those of a node that has gone never will, and count as failed.
  /// - Parameter isSuccess: whether a lookup found what it was to find, by its number in `keys`.
  package mutating func report(
    on keys: [LookupKey], atMost limit: Duration = .seconds(600),
    isSuccess: (SimulatedNetwork, Int, LookupOutcome) -> Bool
  ) -> SimulationReport {
    let end = now.instant + limit
    while now.instant < end, keys.contains(where: { isUnderWay($0) }) { run(for: .seconds(1)) }
    let results = keys.enumerated().compactMap { index, key in outcomes[key].map { (index, $0) } }
    var report = SimulationReport(results.map(\.1), of: keys.count) { isSuccess(self, results[$0].0, $1) }
    report.note(firstCopies: keys.compactMap { firstCopies[$0] })
    return report
  }

  private func isUnderWay(_ key: LookupKey) -> Bool {
    outcomes[key] == nil && nodes[key.node].isUp && nodes[key.node].life == key.life
  }
}
