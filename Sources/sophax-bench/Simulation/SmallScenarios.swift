import Kademlia
import Simulator
import World

/// The scenarios that last a moment.
enum SmallScenarios {
  /// Lookups of random identifiers on live links: how far they go and what they cost.
  static func lookup(nodes: Int, seed: UInt64) -> SimulationRow {
    let start = ContinuousClock.now
    var settings = SimulationSettings()
    // As in the measurements that the bar is taken from: everybody is there, and a dial costs no more than an answer.
    settings.dial = settings.roundTrip
    var network = SimulatedNetwork(seed: seed, count: nodes, settings: settings)
    let targets = (0..<500).map { _ in network.anyTarget() }
    var keys: [SimulatedNetwork.LookupKey] = []
    for target in targets {
      keys.append(network.findNode(target, from: network.anyNode()))
      network.run(for: .milliseconds(500))
    }
    let report = network.report(on: keys) { network, index, outcome in
      let nearest = network.nearest(to: targets[index], besides: keys[index].node)
      return outcome.closest.map(\.nodeID) == nearest.map { network.nodes[$0].identity.nodeID }
    }
    let holds =
      report.depth.p50 <= 2 && report.depth.p95 <= 3 && report.requests.mean <= 22
      // A place that is dense by chance is not believed whole (`RegionLimits`).
      && report.successes * 100 >= report.lookups * 99
    return SimulationRow(
      name: "lookup", nodes: nodes, seed: seed, report: report, violations: network.violations,
      wallClock: start.elapsed, bar: ("depth p50 2, p95 3, 22 requests, 99 of 100 exact", holds))
  }

  /// Half of a network is gone at once, without a word.
  static func killed(nodes: Int, seed: UInt64) -> SimulationRow {
    let start = ContinuousClock.now
    var settings = SimulationSettings.rough
    settings.beginning = .joining(seeds: 2, interval: .seconds(2))
    var network = SimulatedNetwork(seed: seed, count: nodes, settings: settings)
    network.run(for: .seconds(300))
    for node in network.nodes.indices { network.publish(from: node) }
    network.run(for: .seconds(300))
    for node in 0..<nodes / 2 { network.stop(node) }
    let alive = nodes - nodes / 2
    let patience = (nodes / 2..<nodes).map { network.nodes[$0].engine.patience.cold }.sorted()[alive / 2]
    let keys = (0..<100).map { number in
      network.find(.node(network.nodes[number % nodes].identity.nodeID), from: nodes / 2 + number * 7 % alive)
    }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[index % nodes].identity.nodeID]
    }
    let limit = 1.5 * patience.seconds
    return SimulationRow(
      name: "killed", nodes: nodes, seed: seed, hours: 1.0 / 6, report: report, survey: network.survey(),
      violations: network.violations, wallClock: start.elapsed,
      bar: (
        "100 of 100, p95 \(limit.tenths) s: 1.5 times the adaptive time-out of a dial",
        report.successes == 100 && report.seconds.p95 <= limit
      ))
  }
}

extension ContinuousClock.Instant {
  /// Seconds since then.
  var elapsed: Double { (ContinuousClock.now - self).seconds }
}
