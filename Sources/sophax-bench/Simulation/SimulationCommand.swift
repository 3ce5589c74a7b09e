import Glibc
import Simulator
import TestWorld

/// `sophax-bench sim`: the bars of the directory that are simulated, with the engine of the daemon.
struct SimulationCommand {
  private static let sybilCounts = [0, 10, 20, 40, 80, 120, 160, 200]

  let options: SimulationOptions
  /// Takes one line of the result.
  let print: (String) -> Void
  /// Takes what a person at a terminal may want to know meanwhile.
  let note: (String) -> Void
  private var rows: [SimulationRow] = []
  private var plot = Plot()
  /// Seconds of the processor that the rows before took.
  private var counted = 0.0

  init(options: SimulationOptions, print: @escaping (String) -> Void, note: @escaping (String) -> Void) {
    (self.options, self.print, self.note) = (options, print, note)
  }

  /// Runs what was asked for; returns whether all bars and invariants hold.
  mutating func run() throws -> Bool {
    for scenario in options.scenarios {
      switch scenario {
      case .lookup: try add(SmallScenarios.lookup(nodes: options.nodes ?? 1_000, seed: options.seed))
      case .churn: try runChurn()
      case .killed: try add(SmallScenarios.killed(nodes: options.nodes ?? 30, seed: options.seed))
      case .sybils: try runSybils()
      case .curve: for nodes in options.nodes.map({ [$0] }) ?? [60, 1_000] { try runCurve(nodes: nodes) }
      }
    }
    if let path = options.csv {
      let lines = [SimulationRow.header(isTimed: options.isTimed)] + rows.map { $0.csv(isTimed: options.isTimed) }
      try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path, mode: 0o644)
    }
    if let path = options.svg { try Files.write(Array(plot.svg.utf8), to: path, mode: 0o644) }
    return rows.allSatisfy { $0.violations.isEmpty && $0.bar?.holds ?? true }
  }

  private mutating func add(_ row: SimulationRow) throws {
    let used = try ProcessorTime.used(by: getpid())
    var row = row
    (row.processor, counted) = (used - counted, used)
    rows.append(row)
    print(options.isJSON ? row.json : row.text)
  }

  private mutating func runChurn() throws {
    var scenario = ChurnScenario(nodes: options.nodes ?? 10_000, hours: options.hours, seed: options.seed)
    try add(scenario.run(note: note, check: Interruption.check))
    func line(_ name: String, _ value: (RecordSurvey) -> Int) -> Plot.Line {
      Plot.Line(
        name: name,
        points: scenario.surveys.enumerated().map { (Double($0.offset + 1) / 2, Double(value($0.element))) })
    }
    plot.panels.append(
      Plot.Panel(
        title: "Copies alive of a record, \(scenario.nodes) nodes, 20 % churn an hour", xLabel: "hours",
        yLabel: "copies", yMaximum: 40, lines: [line("median", \.median), line("least", \.least)]))
  }

  private mutating func runSybils() throws {
    for behaviour in SimulatedNode.Behaviour.allCases {
      let trial = SybilTrial(sybils: 20, behaviour: behaviour)
      let scenario = SybilScenario(nodes: options.nodes ?? 60, trial: trial, seed: options.seed)
      try add(scenario.run(name: "sybils.\(behaviour.rawValue)", isBar: true, check: Interruption.check))
    }
  }

  private mutating func runCurve(nodes: Int) throws {
    var lines: [Plot.Line] = []
    for behaviour in SimulatedNode.Behaviour.allCases {
      var points: [(Double, Double)] = []
      for sybils in Self.sybilCounts {
        let trial = SybilTrial(sybils: sybils, behaviour: behaviour)
        let scenario = SybilScenario(nodes: nodes, trial: trial, seed: options.seed)
        try add(scenario.run(name: "curve.\(behaviour.rawValue)", isBar: false, check: Interruption.check))
        points.append((Double(sybils), 100 * (rows.last?.report.successRate ?? 0)))
      }
      lines.append(Plot.Line(name: behaviour.rawValue, points: points))
    }
    plot.panels.append(
      Plot.Panel(
        title: "Records found among \(nodes) honest nodes", xLabel: "Sybils that share 16 bits with the key",
        yLabel: "% found", yMaximum: 100, lines: lines))
  }
}
