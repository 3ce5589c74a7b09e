import ControlAPI
import Reactor
import Synchronization
import TestWorld
import TorTestNetwork

/// `dir find` by nodes that have just entered the directory.
enum LookupBench {
  /// What one cold node saw.
  private struct Try: Sendable {
    let hasFound: Bool
    /// Whether it asked in its own name, as every second one does.
    let wasAsSelf: Bool
    /// From the call to its answer.
    let seconds: Double
    /// Whether the target was in its routing table already.
    let knewTarget: Bool
  }

  private final class Results: Sendable {
    let tries = Mutex<[Result<Try, any Error>]>([])
  }

  static func run(_ network: BenchNetwork) throws -> [Figure] {
    let results = Results()
    for first in stride(from: 0, to: NetworkBenchSettings.coldNodes, by: NetworkBenchSettings.coldNodesAtATime) {
      try Interruption.check()
      let numbers = first..<min(first + NetworkBenchSettings.coldNodesAtATime, NetworkBenchSettings.coldNodes)
      try look(network, numbers, results)
    }
    let tries = try results.tries.withLock { tries in try tries.map { try $0.get() } }
    let found = tries.filter(\.hasFound)
    let known = tries.filter(\.knewTarget).count
    guard !found.isEmpty else { throw BenchFailure.unexpected("no cold node found the target") }
    return [
      Figure(
        name: "lookup.cold.found", value: Double(found.count), unit: "of \(tries.count)",
        note: "dir find by 16 digits from new nodes that have just entered; \(known) had met the target"),
      time("lookup.cold", found.filter { !$0.wasAsSelf }.map(\.seconds)),
      time("lookup.cold.as-self", found.filter(\.wasAsSelf).map(\.seconds)),
    ]
  }

  private static func time(_ name: String, _ seconds: [Double]) -> Figure {
    Figure(
      name: name, value: seconds.median * 1e3, unit: "ms",
      note: "median of \(seconds.count), most \(Int((seconds.max() ?? 0) * 1e3)) ms")
  }

  /// A few cold nodes at a time; they stop when all of them have looked.
  private static func look(_ network: BenchNetwork, _ numbers: Range<Int>, _ results: Results) throws {
    let (directory, client, seed) = (network.tor.directory, network.spareClient.controlPort, network.seed)
    let target = network.target.identity
    let workers = try numbers.map { number in
      try OSThread {
        let result = Result { try look(for: target, number, in: directory, client, seed) }
        results.tries.withLock { $0.append(result) }
      }
    }
    for worker in workers { worker.join() }
  }

  private static func look(
    for target: IdentityView, _ number: Int, in directory: TemporaryDirectory, _ torControl: UInt16,
    _ seed: String
  ) throws -> Try {
    let node = try DaemonNode("cold\(number)", in: directory, torControl: torControl, seed: seed)
    try node.awaitContacts(1)
    let known = try node.call(DirectoryPeers.self, Nothing()).peers.contains { $0.nodeID == target.nodeID }
    let params = DirectoryFind.Params(prefix: target.prefix, asSelf: number.isMultiple(of: 2) ? nil : true)
    let start = ContinuousClock.now
    let found = try? node.call(DirectoryFind.self, params, within: NetworkBenchSettings.lookup)
    return Try(
      hasFound: found?.matches.contains { $0.nodeID == target.nodeID } == true, wasAsSelf: params.asSelf == true,
      seconds: (ContinuousClock.now - start).seconds, knewTarget: known)
  }
}
