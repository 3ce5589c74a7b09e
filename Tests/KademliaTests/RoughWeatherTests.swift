import Kademlia
import Simulator
import Testing
import World

/// Rough weather and attackers, in small, with fixed seeds; `sophax-bench sim` has the large networks.
@Suite struct RoughWeatherTests {
  /// The bar: another implementation of Kademlia finds 0 of 20.
  @Test(arguments: SimulatedNode.Behaviour.allCases)
  func twentySybilsAroundAKeyHideNothing(behaviour: SimulatedNode.Behaviour) {
    var network = SimulatedNetwork(seed: 41, count: 60)
    var found = 0
    for _ in 0..<4 {
      let victim = network.anyNode()
      let nodeID = network.nodes[victim].identity.nodeID
      let sybils = network.attack(nodeID, sybils: 20, bits: 16, behaviour)
      network.run(for: .seconds(70))
      network.publish(from: victim)
      network.run(atMost: .seconds(600)) { $0.reports[victim]?.isFinal == true }
      let keys = (1...5).map { network.find(.node(nodeID), from: (victim + 11 * $0) % 60) }
      found += network.report(on: keys) { _, _, outcome in outcome.matches.count == 1 }.successes
      for sybil in sybils { network.stop(sybil) }
    }
    #expect(found == 20)
    #expect(network.survey().least >= 10)
    #expect(network.violations.isEmpty)
  }

  @Test func nodesThatComeAndGoLoseNoRecord() {
    var settings = SimulationSettings.rough
    settings.sessions = .churn(perHour: 2)
    settings.deadNodes = 0.1
    var network = SimulatedNetwork(seed: 42, count: 40, settings: settings)
    for _ in 0..<12 {
      let node = network.anyNode()
      if !network.nodes[node].publishes { network.publish(from: node) }
    }
    network.run(for: .seconds(3600))
    let survey = network.survey()
    #expect(survey.records >= 8 && survey.lost == 0)
    #expect(network.violations.isEmpty)
  }

  @Test func aNetworkThatWasInTwoFindsEachOthersNewRecords() {
    var settings = SimulationSettings()
    settings.beginning = .joining(seeds: 2, interval: .seconds(1))
    var network = SimulatedNetwork(seed: 43, count: 16, settings: settings)
    network.run(for: .seconds(120))
    network.part { $0.isMultiple(of: 2) }
    network.publish(from: 4)
    network.publish(from: 5)
    network.run(for: .seconds(3600))
    network.heal()
    network.run(for: .seconds(1800))
    let keys = [
      network.find(.node(network.nodes[4].identity.nodeID), from: 7),
      network.find(.node(network.nodes[5].identity.nodeID), from: 8),
    ]
    let report = network.report(on: keys) { _, _, outcome in outcome.matches.count == 1 }
    #expect(report.successes == 2)
    #expect(network.violations.isEmpty)
  }
}
