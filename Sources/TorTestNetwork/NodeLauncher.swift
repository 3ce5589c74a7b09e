import Glibc
import TorProtocol

/// Starts a node's tor and waits for it.
struct NodeLauncher {
  let folder: NetworkFolder
  let endsWithThisProcess: Bool

  func launch(_ node: TestNode) throws(TestNetworkError) {
    var arguments = [
      try Programs.find("tor"), "-f", folder.torrc(node), "--defaults-torrc", folder.emptyFile, "--hush",
    ]
    if endsWithThisProcess { arguments += ["--__OwningControllerProcess", "\(getpid())"] }
    try TrackedProcess.spawn(arguments, log: folder.errorLog(node)).save(folder.pid(node))
  }

  /// A control connection as soon as the node listens and has written its cookie.
  func awaitControl(_ node: TestNode) throws(TestNetworkError) -> BlockingControl {
    let end = ContinuousClock.now + TestNetworkSettings.controlPort
    while true {
      do {
        return try BlockingControl(
          port: node.controlPort, cookiePath: folder.cookie(node), timeout: TestNetworkSettings.command,
          node: node.name, log: folder.errorLog(node))
      } catch {
        let isAlive = TrackedProcess(file: folder.pid(node)) != nil
        guard ContinuousClock.now < end, isAlive else { throw error }
      }
      pause(TestNetworkSettings.poll)
    }
  }

  /// A client whose download failed waits longer each time; RELOAD makes it ask again now.
  func awaitBootstrap(
    _ node: TestNode, _ control: BlockingControl, within limit: Duration = TestNetworkSettings.bootstrap
  ) throws(TestNetworkError) {
    var reload = ContinuousClock.now + TestNetworkSettings.clientFetch
    try poll(limit, "bootstrapping", node) { () throws(TestNetworkError) in
      if ContinuousClock.now >= reload {
        try control.tell(.signal("RELOAD"))
        reload = ContinuousClock.now + TestNetworkSettings.clientFetch
      }
      return try control.info("status/bootstrap-phase").flatMap { BootstrapPhase($0) }?.percent == 100
    }
  }

  /// Looks until `condition` holds.
  func poll(
    _ limit: Duration, _ stage: String, _ node: TestNode,
    until condition: () throws(TestNetworkError) -> Bool
  ) throws(TestNetworkError) {
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { throw folder.timeout(stage, node) }
      pause(TestNetworkSettings.poll)
    }
  }
}
