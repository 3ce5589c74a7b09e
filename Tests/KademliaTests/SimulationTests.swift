import Kademlia
import Simulator
import Testing
import Wire
import World

/// The engine in networks of many, on a virtual clock, with fixed seeds.
@Suite struct SimulationTests {
  @Test func thousandNodesFindNodesWithinTheBars() {
    var settings = SimulationSettings()
    settings.dial = settings.roundTrip
    var network = SimulatedNetwork(seed: 1, count: 1000, settings: settings)
    let targets = (0..<60).map { _ in network.anyTarget() }
    let keys = targets.map { network.findNode($0, from: network.anyNode()) }
    let report = network.report(on: keys) { network, index, outcome in
      let nearest = network.nearest(to: targets[index], besides: keys[index].node)
      return outcome.closest.map(\.nodeID) == nearest.map { network.nodes[$0].identity.nodeID }
    }
    print("1,000 nodes, FIND_NODE, settled links:", report)
    #expect(report.lookups == 60)
    #expect(report.successes == 60)
    #expect(report.depth.p50 <= 2 && report.depth.p95 <= 3)
    #expect(report.requests.mean <= 22)
  }

  @Test(arguments: [
    (seed: 2, loss: 0.0, dead: 0.0, refuse: true), (seed: 3, loss: 0.02, dead: 0.1, refuse: true),
    (seed: 4, loss: 0.0, dead: 0.25, refuse: false),
  ])
  func everyRecordIsFoundByIdentifierAndByPrefix(seed: UInt64, loss: Double, dead: Double, refuse: Bool) throws {
    var settings = SimulationSettings()
    (settings.loss, settings.deadNodes, settings.deadNodesRefuse) = (loss, dead, refuse)
    var network = SimulatedNetwork(seed: seed, count: 300, settings: settings)
    var wanted: [NodeID] = []
    var keys: [SimulatedNetwork.LookupKey] = []
    for round in 0..<30 {
      let target = network.anyNode()
      network.place(bundleOf: target)
      let nodeID = network.nodes[target].identity.nodeID
      wanted.append(nodeID)
      let prefix = try #require(PeerPrefix(nodeID.hex.prefix(16)))
      keys.append(network.find(round.isMultiple(of: 2) ? .node(nodeID) : .prefix(prefix), from: network.anyNode()))
    }
    let report = network.report(on: keys) { _, index, outcome in
      outcome.matches.map(\.record.nodeID) == [wanted[index]]
    }
    print("300 nodes, loss \(loss), dead \(dead):", report)
    #expect(report.lookups == 30)
    #expect(report.successes == 30)
  }

  @Test func aNetworkFormsFromOneSeedAndEverybodyFindsEverybody() throws {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 1, interval: .seconds(3))
    var network = SimulatedNetwork(seed: 5, count: 40, settings: settings)
    network.run(for: .seconds(300))
    for node in network.nodes.indices { network.publish(from: node) }
    network.run(for: .seconds(300))
    for node in network.nodes.indices {
      #expect(network.nodes[node].engine.table.count >= 30)
      #expect(try #require(network.reports[node]).accepted >= 18)
    }
    let keys = network.nodes.indices.map { node in
      network.find(.node(network.nodes[(node + 7) % 40].identity.nodeID), from: node)
    }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[(index + 7) % 40].identity.nodeID]
    }
    print("40 nodes joined through one seed:", report)
    #expect(report.lookups == 40 && report.successes == 40)
  }

  @Test func fiveNodesFindANodeThatTheyHaveNeverMet() throws {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 1, interval: .seconds(8))
    var network = SimulatedNetwork(seed: 6, count: 5, settings: settings)
    // Each publishes as soon as it starts, when it still knows nobody.
    for node in 0..<5 {
      network.run(for: .seconds(8))
      network.publish(from: node)
    }
    network.run(for: .seconds(60))
    network.stop(2)
    network.restart(2)
    network.run(for: .seconds(60))
    for (asker, target) in [(4, 1), (2, 3), (0, 4), (1, 2), (3, 0)] {
      let prefix = try #require(PeerPrefix(network.nodes[target].identity.nodeID.hex.prefix(16)))
      let key = network.find(.prefix(prefix), from: asker)
      network.run(atMost: .seconds(60)) { $0.outcomes[key] != nil }
      let outcome = try #require(network.outcomes[key])
      #expect(outcome.matches.map(\.record.nodeID) == [network.nodes[target].identity.nodeID])
    }
  }

  @Test(arguments: [7, 11, 16] as [UInt64])
  func halfOfThirtyNodesKilledAtOnceLosesNothing(seed: UInt64) {
    var settings = SimulationSettings.rough
    settings.beginning = .joining(seeds: 2, interval: .seconds(2))
    var network = SimulatedNetwork(seed: seed, count: 30, settings: settings)
    network.run(for: .seconds(300))
    for node in network.nodes.indices { network.publish(from: node) }
    network.run(for: .seconds(300))
    for node in 0..<15 { network.stop(node) }
    let patience = (15..<30).map { network.nodes[$0].engine.patience.cold }.sorted()[7]
    let keys = (0..<100).map { number in
      network.find(.node(network.nodes[number % 30].identity.nodeID), from: 15 + number * 7 % 15)
    }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[index % 30].identity.nodeID]
    }
    print("half of 30 killed:", report)
    #expect(report.lookups == 100 && report.successes == 100)
    #expect(report.seconds.p95 <= 1.5 * (patience / .seconds(1)))
  }

  @Test func theSizeOfTheNetworkIsKnownToEverybody() {
    for (seed, count) in [(31 as UInt64, 80), (32, 600)] {
      var network = SimulatedNetwork(seed: seed, count: count)
      network.run(for: .seconds(1200))
      let sizes = network.nodes.compactMap(\.engine.snapshot.networkSize).sorted()
      #expect(sizes.count == count)
      #expect(sizes[count / 2] > Double(count) * 0.8 && sizes[count / 2] < Double(count) * 1.25)
      #expect(sizes[count / 20] > Double(count) * 0.5 && sizes[count - count / 20] < Double(count) * 2)
    }
  }

  /// Field case D21.
  @Test func deadNeighboursAreNeitherAskedToStoreNorCounted() throws {
    var network = SimulatedNetwork(seed: 10, count: 200)
    let publisher = network.anyNode()
    let nodeID = network.nodes[publisher].identity.nodeID
    for dead in network.nearest(to: nodeID, besides: publisher).prefix(10).filter({ $0.isMultiple(of: 2) }) {
      network.stop(dead)
    }
    let before = network.requests
    network.publish(from: publisher)
    network.run(atMost: .seconds(300)) { $0.reports[publisher]?.isFinal == true }
    let report = try #require(network.reports[publisher])
    #expect(report.asked >= 20 && report.asked <= 26 && report.accepted == report.asked)
    #expect(network.requests - before <= 45 + report.asked)
    let up = Set(network.nodes.filter(\.isUp).map(\.identity.nodeID))
    #expect(up.isSuperset(of: report.holders))
  }

  /// Field case D5: who may hold 30 links knows many more nodes than that, and dials them when they are needed.
  @Test func tablesOutgrowTheLinksThatANodeMayHold() throws {
    var settings = SimulationSettings()
    settings.links = 30
    settings.beginning = .joining(seeds: 2, interval: .milliseconds(500))
    var network = SimulatedNetwork(seed: 33, count: 120, settings: settings)
    network.run(for: .seconds(600))
    let snapshots = network.nodes.map(\.engine.snapshot)
    #expect(snapshots.allSatisfy { $0.links <= 30 && $0.contacts.count > 30 })
    let targets = (0..<10).map { _ in network.anyNode() }
    for target in targets { network.place(bundleOf: target) }
    let keys = targets.map {
      network.find(.node(network.nodes[$0].identity.nodeID), from: network.anyNode())
    }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[targets[index]].identity.nodeID]
    }
    #expect(report.successes == 10)
    #expect(network.nodes.allSatisfy { $0.engine.snapshot.links <= 30 })
  }

  /// Field case D23: a fifth of the nodes near by drop what they are given and name one another.
  @Test func aFifthOfTheNetworkHidesHardlyARecord() throws {
    var network = SimulatedNetwork(seed: 34, count: 80)
    let key = network.nodes[0].identity.nodeID
    _ = network.attack(key, sybils: 20, bits: 0, .drops)
    network.run(for: .seconds(600))
    let owners = (0..<25).map { $0 * 3 }
    for owner in owners { network.publish(from: owner) }
    network.run(for: .seconds(300))
    let keys = owners.map {
      network.find(
        .node(network.nodes[$0].identity.nodeID), options: LookupOptions(paths: 3),
        from: ($0 + 40) % 80)
    }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[owners[index]].identity.nodeID]
    }
    #expect(report.successRate >= 0.88)
  }

  /// Over three paths nobody is asked twice, and nobody beyond those that may be among the nearest.
  @Test func aPublicationAmongThirtyAsksHardlyMoreThanTheNearest() throws {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 1, interval: .seconds(2))
    settings.dial = settings.roundTrip
    var network = SimulatedNetwork(seed: 35, count: 30, settings: settings)
    network.run(for: .seconds(900))
    for node in 0..<30 {
      let before = network.nodes[node].engine.counters["requests.sent.find-node"]
      network.publish(from: node)
      network.run(atMost: .seconds(60)) { $0.reports[node]?.isFinal == true }
      let after = network.nodes[node].engine.counters["requests.sent.find-node"]
      #expect(after - before <= 24, "\(after - before)")
      #expect(network.reports[node]?.accepted == 20)
    }
  }

  /// Field case D53.
  @Test func allRestartedWithoutTheirSeedsFindTogetherAgain() {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 2, interval: .seconds(2))
    var network = SimulatedNetwork(seed: 11, count: 24, settings: settings)
    network.run(for: .seconds(200))
    for node in network.nodes.indices { network.publish(from: node) }
    network.run(for: .seconds(400))
    for node in network.nodes.indices { network.stop(node) }
    for node in 2..<24 { network.restart(node) }
    let keys = (2..<24).map { network.find(.node(network.nodes[($0 * 5) % 24].identity.nodeID), from: $0) }
    let report = network.report(on: keys) { network, index, outcome in
      outcome.matches.map(\.record.nodeID) == [network.nodes[((index + 2) * 5) % 24].identity.nodeID]
    }
    print("all restarted, seeds gone:", report)
    #expect(report.lookups == 22 && report.successes == 22)
  }

  /// Field cases D3 and D47: the network of one node is cut off for an hour.
  @Test func aNodeThatWasCutOffComesBack() throws {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 1, interval: .seconds(2))
    var network = SimulatedNetwork(seed: 12, count: 12, settings: settings)
    network.run(for: .seconds(200))
    for node in 0..<11 { network.stop(node) }
    network.run(for: .seconds(3600))
    for node in 0..<11 { network.restart(node) }
    network.publish(from: 3)
    network.run(for: .seconds(120))
    let key = network.find(.node(network.nodes[3].identity.nodeID), from: 11)
    network.run(atMost: .seconds(60)) { $0.outcomes[key] != nil }
    #expect(try #require(network.outcomes[key]).matches.count == 1)
  }

  @Test func theSameSeedGivesTheSameRun() {
    func run(_ seed: UInt64) -> [String] {
      var settings = SimulationSettings()
      settings.beginning = .joining(seeds: 2, interval: .seconds(2))
      settings.loss = 0.05
      settings.sessions = .churn(perHour: 0.5)
      var network = SimulatedNetwork(seed: seed, count: 25, settings: settings)
      network.run(for: .seconds(4000))
      return network.nodes.map { "\($0.isUp) \($0.engine.table.count) \($0.engine.counters)" }.map(sorted)
        + ["\(network.requests)"]
    }
    func sorted(_ text: String) -> String { text.split(separator: ",").sorted().joined() }
    let (first, again, other) = (run(8), run(8), run(9))
    #expect(first.last == again.last)
    #expect(first.last != other.last)
  }
}
