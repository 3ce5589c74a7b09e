/// Brings back what has died of a network that runs, on its old data and ports; what lives is left alone.
struct NetworkRevival {
  let folder: NetworkFolder
  let nodes: [TestNode]
  let plan: TestNetworkPlan
  let report: (String) -> Void

  private var dead: [TestNode] { nodes.filter { TrackedProcess(file: folder.pid($0)) == nil } }

  private var isPumpDead: Bool {
    switch plan.pump {
    case .process: TrackedProcess(file: folder.pumpPID) == nil
    case .thread, .none: false
    }
  }

  /// Throws `alreadyRunning` when nothing is dead, or when the network was never whole: another process may just be
  /// starting it.
  func run() throws(TestNetworkError) -> PumpThread? {
    let dead = dead
    guard isWhole, !dead.isEmpty || isPumpDead else { throw .alreadyRunning(directory: folder.path) }
    let launcher = NodeLauncher(folder: folder, endsWithThisProcess: plan.endsWithThisProcess)
    for node in dead { try launcher.launch(node) }
    for node in dead {
      try launcher.awaitBootstrap(node, try launcher.awaitControl(node))
      report("\(node.name) is back")
    }
    guard isPumpDead else { return nil }
    defer { report("the pump is back") }
    return try Pump.start(folder, nodes, plan.pump)
  }

  /// The last step of a start lets its clients into the network.
  private var isWhole: Bool {
    nodes.allSatisfy { node in
      guard let text = try? Files.text(folder.torrc(node)) else { return false }
      return !NodeConfiguration.isOffline(text)
    }
  }
}
