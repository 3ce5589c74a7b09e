import Glibc
import TorProtocol

/// A private Tor network on 127.0.0.1: one authority, a few relays, and clients that nodes attach to by control port.
/// Everything lives under one folder, so that another process can look at it or take it down.
package struct TestNetwork: Sendable {
  let folder: NetworkFolder
  /// Authority, relays, clients, in this order.
  package let nodes: [TestNode]
  /// The pump of this process, if it is the one.
  let pump: PumpThread?
  /// Whether a node that is started again ends with this process, as the plan had it; not for one merely opened.
  let endsWithThisProcess: Bool

  /// The network of a folder, running or not.
  package init(openIn directory: String) throws(TestNetworkError) {
    folder = NetworkFolder(path: Self.absolute(directory))
    nodes = folder.nodes()
    pump = nil
    endsWithThisProcess = false
    guard !nodes.isEmpty else { throw .noNetwork(directory: directory) }
  }

  init(folder: NetworkFolder, nodes: [TestNode], pump: PumpThread?, endsWithThisProcess: Bool) {
    self.folder = folder
    self.nodes = nodes
    self.pump = pump
    self.endsWithThisProcess = endsWithThisProcess
  }

  package var clients: [TestNode] { nodes.filter { $0.role == .client } }

  /// Where a node's cookie is.
  package func cookiePath(_ node: TestNode) -> String { folder.cookie(node) }

  /// The torrc template with which an own tor of a node becomes a client of this network.
  package var templatePath: String { folder.template }

  /// Where a node's log is.
  package func logPath(_ node: TestNode) -> String { folder.log(node) }

  /// A control connection to a node.
  package func control(
    _ node: TestNode, timeout: Duration = .seconds(20)
  ) throws(TestNetworkError) -> BlockingControl {
    try BlockingControl(
      port: node.controlPort, cookiePath: folder.cookie(node), timeout: timeout, node: node.name,
      log: folder.log(node))
  }

  /// What each node is doing now.
  package func status() -> [TestNodeStatus] {
    nodes.map { node in
      let process = TrackedProcess(file: folder.pid(node))
      let phase = process == nil ? nil : try? control(node, timeout: .seconds(3)).info("status/bootstrap-phase")
      return TestNodeStatus(
        node: node, pid: process?.pid, bootstrap: phase.flatMap { BootstrapPhase($0) }?.percent)
    }
  }

  /// Stops everything that runs in the folder, also what an interrupted start left behind.
  package func down() {
    pump?.stop()
    Pump.stopProcess(folder)
    let running = nodes.compactMap { TrackedProcess(file: folder.pid($0)) }
    TrackedProcess.stop(running)
    for node in nodes { Files.remove(folder.pid(node)) }
  }

  /// Ends one node at once, as a crash would.
  package func kill(_ name: String) throws(TestNetworkError) {
    let node = try node(name)
    TrackedProcess.stop([TrackedProcess(file: folder.pid(node))].compactMap(\.self), signal: SIGKILL)
    Files.remove(folder.pid(node))
  }

  /// Holds one node still (SIGSTOP), or lets it go on.
  package func freeze(_ name: String, _ isFrozen: Bool) throws(TestNetworkError) {
    TrackedProcess(file: folder.pid(try node(name)))?.signal(isFrozen ? SIGSTOP : SIGCONT)
  }

  /// Starts a node that was killed, on its old data and ports; a client is waited for until it has bootstrapped.
  package func start(_ name: String) throws(TestNetworkError) {
    let node = try node(name)
    let launcher = NodeLauncher(folder: folder, endsWithThisProcess: endsWithThisProcess)
    try launcher.launch(node)
    let control = try launcher.awaitControl(node)
    if node.role == .client { try launcher.awaitBootstrap(node, control) }
  }

  private func node(_ name: String) throws(TestNetworkError) -> TestNode {
    guard let node = nodes.first(where: { $0.name == name }) else { throw .noNode(name: name) }
    return node
  }

  /// tor changes its folder and processes may live longer than ours: paths have to be whole.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}
