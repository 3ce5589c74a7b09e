import Kademlia
import Simulator
import World

/// A network of real engines on a virtual clock.
enum SimulationBench {
  static func run(nodes: Int = 1_000, lookups: Int = 500, seed: UInt64 = 1) -> [Figure] {
    let start = ContinuousClock.now
    var network = SimulatedNetwork(seed: seed, count: nodes)
    var keys: [(SimulatedNetwork.LookupKey, Int)] = []
    for _ in 0..<lookups {
      let (owner, asker) = (network.anyNode(), network.anyNode())
      network.place(bundleOf: owner)
      keys.append((network.find(.node(network.nodes[owner].identity.nodeID), from: asker), owner))
      network.run(for: .seconds(1))
    }
    network.run(for: .seconds(600))
    let outcomes = keys.compactMap { network.outcomes[$0.0] }
    let report = SimulationReport(outcomes) { index, outcome in
      outcome.matches.contains { $0.record.nodeID == network.nodes[keys[index].1].identity.nodeID }
    }
    let note = "\(nodes) nodes, \(lookups) lookups of bundles, seed \(seed), latency as on Tor"
    return [
      Figure(name: "simulation.success", value: report.successRate, unit: "of lookups", note: note),
      Figure(name: "simulation.depth.p50", value: Double(report.depth.p50), unit: "hops", note: note),
      Figure(name: "simulation.depth.p95", value: Double(report.depth.p95), unit: "hops", note: note),
      Figure(name: "simulation.requests", value: report.requests.mean, unit: "per lookup", note: note),
      Figure(
        name: "simulation.wall-clock", value: (ContinuousClock.now - start).seconds, unit: "s",
        note: "one core, real signatures"),
    ]
  }
}
