import Kademlia
import Simulator
import World

/// Nodes come and go for hours; each publishes its record, and records are looked up all the while.
struct ChurnScenario {
  let nodes: Int
  let hours: Double
  let seed: UInt64

  /// What was to be had at the end of each half hour.
  private(set) var surveys: [RecordSurvey] = []

  init(nodes: Int, hours: Double, seed: UInt64) {
    (self.nodes, self.hours, self.seed) = (nodes, hours, seed)
  }

  mutating func run(note: (String) -> Void, check: () throws -> Void) throws -> SimulationRow {
    let start = ContinuousClock.now
    var settings = SimulationSettings.rough
    settings.sessions = .churn(perHour: 0.2)
    // A tenth of what tables hold is gone for ever.
    settings.deadNodes = 0.1
    var network = SimulatedNetwork(seed: seed, count: nodes * 10 / 9, settings: settings)
    var keys: [(key: SimulatedNetwork.LookupKey, owner: Int)] = []
    var publishers = network.nodes.indices.filter { network.nodes[$0].isUp }[...]
    // All publish in the first half hour; then 500 look-ups are made in each.
    let halfHours = max(2, Int((hours * 2).rounded()))
    for halfHour in 0..<halfHours {
      for step in 0..<500 {
        try check()
        if halfHour == 0 {
          for node in publishers.prefix(publishers.count / (500 - step)) where network.nodes[node].isUp {
            network.publish(from: node)
          }
          publishers = publishers.dropFirst(publishers.count / (500 - step))
        } else {
          let owner = anyPublisher(of: &network)
          let asker = network.anyNode()
          keys.append((network.find(.node(network.nodes[owner].identity.nodeID), from: asker), owner))
        }
        network.run(for: .milliseconds(3600))
      }
      surveys.append(network.survey())
      let survey = surveys[halfHour]
      note(
        "churn: \(Double(halfHour + 1) / 2) h, \(survey.records) records, copies p50 \(survey.median),"
          + " least \(survey.least), lost \(survey.lost), \(found(keys, in: network)) of \(keys.count) found,"
          + " depth p50 \(depth(keys, in: network)), \(network.requests) requests, \(network.steps) steps, \(start.elapsed.tenths) s"
      )
    }
    let owners = keys.map(\.owner)
    let report = network.report(on: keys.map(\.key)) { network, index, outcome in
      outcome.matches.contains { $0.record.nodeID == network.nodes[owners[index]].identity.nodeID }
    }
    let lost = surveys.map(\.lost).max() ?? 0
    return SimulationRow(
      name: "churn", nodes: nodes, seed: seed, hours: hours, report: report, survey: surveys.last,
      violations: network.violations, wallClock: start.elapsed,
      bar: (
        "99.5 % found, depth p50 3, no record lost in \(Double(halfHours) / 2) h\(halfHours < 48 ? " (the bar asks for 24)" : "")",
        report.successRate >= 0.995 && report.depth.p50 <= 3 && lost == 0
      ))
  }

  /// How many lookups have found the record by now.
  private func found(
    _ keys: [(key: SimulatedNetwork.LookupKey, owner: Int)], in network: SimulatedNetwork
  ) -> Int {
    keys.count { key, owner in
      let matches = network.outcomes[key]?.matches ?? []
      return matches.contains { $0.record.nodeID == network.nodes[owner].identity.nodeID }
    }
  }

  /// The median depth of the lookups that have ended.
  private func depth(
    _ keys: [(key: SimulatedNetwork.LookupKey, owner: Int)], in network: SimulatedNetwork
  ) -> Int {
    let depths = keys.compactMap { network.outcomes[$0.key]?.depth }.sorted()
    return depths.isEmpty ? 0 : depths[depths.count / 2]
  }

  /// Somebody whose record was published, here or gone.
  private func anyPublisher(of network: inout SimulatedNetwork) -> Int {
    while true {
      let node = network.anyIndex()
      if network.nodes[node].isPublished { return node }
    }
  }
}
