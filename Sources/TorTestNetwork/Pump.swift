import Glibc
import TorProtocol

/// Keeps a cell moving on every link of the network.
///
/// When a relay has several DESTROY cells for one link, tor sends the first and leaves the others queued until some
/// other cell uses that link. The public network is never quiet; an idle test network is, and then a peer that crashed
/// is noticed after 120 s instead of at once. So each node makes, on every link, again and again, a one-hop circuit of
/// a purpose that tor uses for nothing else.
final class Pump {
  private let folder: NetworkFolder
  private let nodes: [TestNode]
  private var attached: [String: Attached] = [:]
  private var quietUntil: [String: ContinuousClock.Instant] = [:]

  /// The control connection to one process and the circuits made over it.
  private struct Attached {
    let process: TrackedProcess
    let control: BlockingControl
    var circuits: [ControlToken] = []
  }

  init(folder: NetworkFolder, nodes: [TestNode]) {
    self.folder = folder
    self.nodes = nodes
  }

  /// Starts the pump where the plan wants it.
  static func start(
    _ folder: NetworkFolder, _ nodes: [TestNode], _ host: TestNetworkPlan.PumpHost
  ) throws(TestNetworkError) -> PumpThread? {
    switch host {
    case .none: return nil
    case .thread: return PumpThread { Pump(folder: folder, nodes: nodes) }
    case .process(let arguments):
      try TrackedProcess.spawn(arguments, log: folder.pumpLog).save(folder.pumpPID)
      return nil
    }
  }

  /// Ends the pump process of a network, if there is one.
  static func stopProcess(_ folder: NetworkFolder) {
    TrackedProcess.stop([TrackedProcess(file: folder.pumpPID)].compactMap(\.self), signal: SIGKILL)
    Files.remove(folder.pumpPID)
  }

  /// Works until `isOver` says so or no node has lived for a while.
  func run(until isOver: () -> Bool) {
    var lastLife = ContinuousClock.now
    while !isOver(), ContinuousClock.now - lastLife < TestNetworkSettings.pumpLinger {
      for node in nodes where !isOver() {
        if beat(node) { lastLife = ContinuousClock.now }
      }
      pause(TestNetworkSettings.pumpPeriod)
    }
  }

  /// One cell on each link of a node; returns whether the node lives.
  private func beat(_ node: TestNode) -> Bool {
    guard let process = TrackedProcess(file: folder.pid(node)) else {
      attached[node.name] = nil
      return false
    }
    if let until = quietUntil[node.name], ContinuousClock.now < until { return true }
    do {
      var link = try attached[node.name].flatMap { $0.process == process ? $0 : nil } ?? attach(node, process)
      link.circuits = try renew(link)
      attached[node.name] = link
      quietUntil[node.name] = nil
    } catch {
      attached[node.name] = nil
      quietUntil[node.name] = ContinuousClock.now + TestNetworkSettings.pumpBackOff
    }
    return true
  }

  private func attach(_ node: TestNode, _ process: TrackedProcess) throws(TestNetworkError) -> Attached {
    let control = try BlockingControl(
      port: node.controlPort, cookiePath: folder.cookie(node), timeout: TestNetworkSettings.pumpCommand,
      node: node.name, log: folder.log(node))
    return Attached(process: process, control: control)
  }

  /// A new circuit on every link, then an end to the old ones.
  private func renew(_ link: Attached) throws(TestNetworkError) -> [ControlToken] {
    var made: [ControlToken] = []
    for relay in Self.connected(try link.control.info("orconn-status") ?? "") {
      // "250 EXTENDED 12"; a refusal means that the link is just closing.
      let reply = try link.control.ask(.extendCircuit(relay: relay))
      let words = reply.lines.first?.text.split(separator: " ") ?? []
      if reply.isSuccess, words.count == 2, let id = ControlToken(String(words[1])) { made.append(id) }
    }
    for circuit in link.circuits { _ = try link.control.ask(.closeCircuit(id: circuit)) }
    return made
  }

  /// The fingerprints of `$FINGERPRINT~name CONNECTED` lines.
  private static func connected(_ status: String) -> Set<ControlToken> {
    Set(
      status.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("$"), line.hasSuffix(" CONNECTED") else { return nil }
        return ControlToken(String(line.dropFirst().prefix(40)))
      })
  }
}
