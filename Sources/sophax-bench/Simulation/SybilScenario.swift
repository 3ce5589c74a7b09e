import Kademlia
import Simulator

/// Attacks by Sybils on many victims.
struct SybilScenario {
  let nodes: Int
  let trial: SybilTrial
  let seed: UInt64
  var victims = 20
  /// Victims that one network has, one after another; the next ones get a network that knows nothing of the attacks.
  var victimsPerNetwork = 4

  func run(name: String, isBar: Bool, check: () throws -> Void) throws -> SimulationRow {
    let start = ContinuousClock.now
    var (outcomes, found): ([LookupOutcome], [Bool]) = ([], [])
    var (violations, copies, firstCopies): ([String], [RecordSurvey], [Duration]) = ([], [], [])
    for round in 0..<victims / victimsPerNetwork {
      var network = SimulatedNetwork(seed: seed &+ 1000 &* UInt64(round), count: nodes)
      for victim in 0..<victimsPerNetwork {
        try check()
        let result = trial.run(in: &network, byPrefix: !victim.isMultiple(of: 2))
        guard let outcome = result.outcome else { continue }
        outcomes.append(outcome)
        found.append(result.isFound)
      }
      copies.append(network.survey())
      violations += network.violations
      firstCopies += network.firstCopies.values
    }
    var report = SimulationReport(outcomes, of: victims) { index, _ in found[index] }
    report.note(firstCopies: firstCopies)
    return SimulationRow(
      name: name, nodes: nodes, sybils: trial.sybils, seed: seed, report: report,
      survey: RecordSurvey(joining: copies), violations: violations, wallClock: start.elapsed,
      bar: isBar ? ("\(victims) of \(victims)", report.successes == victims) : nil)
  }
}
