import ControlAPI
import World

/// Twenty messages a second for a minute, from one node to its five peers in turn.
struct RateBench {
  private let sender: DaemonNode
  private let peers: [DaemonNode]

  static func run(_ print: ([Figure]) -> Void, progress: (String) -> Void) throws {
    let network = try BenchNetwork(progress: progress)
    progress("five contacts")
    let bench = RateBench(sender: network.nodes[0], peers: Array(network.nodes.dropFirst()))
    for peer in bench.peers { try bench.sender.befriend(peer) }
    print(try bench.measure(progress))
    progress("stopping")
  }

  private func measure(_ progress: (String) -> Void) throws -> [Figure] {
    progress("messages one at a time")
    let roundTrip = try delays(of: quietMessages()).median
    progress("\(RateBenchSettings.messages) messages at \(RateBenchSettings.perSecond) a second")
    var memory: [Double] = []
    let start = ContinuousClock.now
    var sent: [String] = []
    for number in 0..<RateBenchSettings.messages {
      let due = start + .seconds(1) * number / RateBenchSettings.perSecond
      if due > ContinuousClock.now { try Interruption.pause(due - ContinuousClock.now) }
      if number == RateBenchSettings.memoryAfter { memory.append(try residentMiB()) }
      sent.append(try sender.send(to: peers[number % peers.count], wait: .none).id)
    }
    memory.append(try residentMiB())
    let took = (ContinuousClock.now - start).seconds
    let delays = try delays(of: sent).sorted()
    return figures(delays.map { $0 - roundTrip }, roundTrip, memory, took)
  }

  private func figures(
    _ delays: [Double], _ roundTrip: Double, _ memory: [Double], _ took: Double
  ) -> [Figure] {
    let note = "\(delays.count) messages to \(peers.count) peers in \(Int(took.rounded())) s"
    return [
      Figure(
        name: "rate.round-trip", value: roundTrip, unit: "ms",
        note: "from queued to delivered, one message at a time: median"),
      Figure(
        name: "rate.delay.p95", value: delays[delays.count * 95 / 100], unit: "ms",
        note: "from queued to delivered beyond the round trip, \(note); most \(Int(delays[delays.count - 1]))"),
      Figure(name: "rate.memory.10s", value: memory[0], unit: "MiB", note: "VmRSS of the sender after 10 s"),
      Figure(
        name: "rate.memory.60s", value: memory[memory.count - 1], unit: "MiB",
        note: "VmRSS of the sender after 60 s"),
    ]
  }

  private func quietMessages() throws -> [String] {
    try (0..<RateBenchSettings.quietRounds).flatMap { _ in try peers.map { try sender.send(to: $0).id } }
  }

  /// Milliseconds from a message's being stored to its receipt's, by the sender's own clock.
  private func delays(of messages: [String]) throws -> [Double] {
    try messages.map { id in
      var steps: [MessageStep] = []
      try Interruption.wait("a message is delivered", within: NetworkBenchSettings.delivery) {
        steps = try sender.call(MessageShow.self, MessageReference(id: id)).history
        return steps.last?.state == .delivered
      }
      guard let first = steps.first, let last = steps.last else { throw BenchFailure.unexpected("an empty trace") }
      return Double(last.at.milliseconds - first.at.milliseconds)
    }
  }

  private func residentMiB() throws -> Double { Double(try RestBench.residentKiB(sender.pid)) / 1024 }
}

/// How much is sent.
private enum RateBenchSettings {
  static let perSecond = 20
  static let messages = 60 * perSecond
  /// After how many of them memory is looked at first.
  static let memoryAfter = 10 * perSecond
  /// Messages to each peer beforehand, one at a time.
  static let quietRounds = 10
}
