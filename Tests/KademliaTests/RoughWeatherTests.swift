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
    let trial = SybilTrial(sybils: 20, behaviour: behaviour, preparation: .seconds(70))
    let found = (0..<20).count { trial.run(in: &network, byPrefix: !$0.isMultiple(of: 2)).isFound }
    #expect(found == 20)
    #expect(network.survey().least >= 10)
    #expect(network.violations.isEmpty)
  }

  @Test func nodesThatComeAndGoLoseNoRecord() {
    var settings = SimulationSettings.rough
    settings.sessions = .churn(perHour: 2)
    settings.deadNodes = 0.1
    var network = SimulatedNetwork(seed: 42, count: 60, settings: settings)
    for _ in 0..<20 {
      let node = network.anyNode()
      if !network.nodes[node].publishes { network.publish(from: node) }
    }
    network.run(for: .seconds(3 * 3600))
    let survey = network.survey()
    #expect(survey.records >= 15 && survey.lost == 0)
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
