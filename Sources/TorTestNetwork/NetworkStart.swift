import Glibc
import TorProtocol

extension TestNetwork {
  /// Makes and starts a network in `directory`, which takes 6 to 8 s, and returns when every client has bootstrapped. Of
  /// one that runs in part the dead nodes are brought back, and the plan's numbers do not count.
  /// `progress` hears each stage when it is reached, with the time since the start.
  package static func up(
    in directory: String, _ plan: TestNetworkPlan = TestNetworkPlan(),
    progress: @escaping (_ stage: String, _ elapsed: Duration) -> Void = { _, _ in }
  ) throws(TestNetworkError) -> TestNetwork {
    let folder = NetworkFolder(path: absolute(directory))
    let begin = ContinuousClock.now
    let report = { (stage: String) in progress(stage, ContinuousClock.now - begin) }
    let old = folder.nodes()
    if old.contains(where: { TrackedProcess(file: folder.pid($0)) != nil }) {
      let pump = try NetworkRevival(folder: folder, nodes: old, plan: plan, report: report).run()
      return TestNetwork(
        folder: folder, nodes: old, pump: pump, endsWithThisProcess: plan.endsWithThisProcess)
    }
    guard !folder.isFile else { throw .notADirectory(path: directory) }
    guard !folder.isForeign else { throw .foreign(directory: directory) }
    let start = NetworkStart(folder: folder, plan: plan, report: report)
    do {
      let nodes = try start.run()
      return TestNetwork(
        folder: folder, nodes: nodes, pump: try Pump.start(folder, nodes, plan.pump),
        endsWithThisProcess: plan.endsWithThisProcess)
    } catch {
      TestNetwork(folder: folder, nodes: folder.nodes(), pump: nil, endsWithThisProcess: false).down()
      throw error
    }
  }

  /// The work of the pump process: keeps a cell moving on every link of the network until no node lives.
  package static func pump(directory: String) throws(TestNetworkError) {
    let network = try TestNetwork(openIn: directory)
    Pump(folder: network.folder, nodes: network.nodes).run { false }
  }
}

/// The start of a network, in the order that makes it fast: authority, relays, the first vote as soon as every relay is
/// known, clients silent until the relays can serve them.
private struct NetworkStart {
  let folder: NetworkFolder
  let plan: TestNetworkPlan
  let launcher: NodeLauncher
  let report: (String) -> Void

  init(folder: NetworkFolder, plan: TestNetworkPlan, report: @escaping (String) -> Void) {
    self.folder = folder
    self.plan = plan
    self.report = report
    launcher = NodeLauncher(folder: folder, endsWithThisProcess: plan.endsWithThisProcess)
  }

  func run() throws(TestNetworkError) -> [TestNode] {
    let nodes = try prepare()
    report("keys and configuration made")
    let servers = nodes.filter { $0.role != .client }
    let clients = nodes.filter { $0.role == .client }
    guard let authority = servers.first else { throw .noNetwork(directory: folder.path) }

    try launcher.launch(authority)
    let atAuthority = try launcher.awaitControl(authority)
    for node in servers.dropFirst() { try launcher.launch(node) }
    try awaitRegistration(of: servers, atAuthority, authority)
    report("relays registered")
    let guards = try oldest(plan.guards, of: servers.dropFirst(), atAuthority)
    let configuration = NodeConfiguration(folder: folder, guards: guards, nodes: nodes)
    try Files.write(folder.torrc(authority), configuration.text(authority))
    try voteNow(configuration, atAuthority)
    for node in clients { try launcher.launch(node) }
    try awaitConsensus(servers.count, atAuthority, authority)
    report("consensus reached")
    try awaitCaches(servers)
    report("relays have the consensus")
    try connect(clients, configuration)
    report("clients bootstrapped")
    return nodes
  }

  /// Folders, keys and torrc files of all nodes.
  private func prepare() throws(TestNetworkError) -> [TestNode] {
    Files.remove(folder.nodesFolder)
    try Files.makeFolder(folder.path)
    try Files.write(folder.emptyFile, "")
    try Files.write(folder.passphraseFile, "test network\n")
    var nodes = try design()
    for node in nodes { try Files.makeFolder(folder.keys(node)) }
    try folder.save(nodes)
    let keys = KeyMaker(folder: folder, kept: plan.keptKeys.map(TestNetwork.absolute) ?? folder.keys)
    nodes = try keys.makeKeys(nodes)
    try folder.save(nodes)
    let configuration = NodeConfiguration(folder: folder, guards: [], nodes: nodes)
    try Files.write(folder.template, configuration.template.text)
    for node in nodes {
      try Files.write(folder.torrc(node), configuration.text(node, online: node.role != .client))
      if node.role != .client { try Files.write(folder.data(node) + "/state", Self.bandwidthHistory()) }
    }
    return nodes
  }

  /// Names and ports.
  private func design() throws(TestNetworkError) -> [TestNode] {
    var nodes: [TestNode] = []
    let roles: [(TestNode.Role, count: Int)] = [(.authority, 1), (.relay, plan.relays), (.client, plan.clients)]
    for (role, count) in roles {
      for index in 0..<max(0, count) {
        let ports = try Loopback.freePorts(3)
        var node = TestNode(name: "\(role.rawValue)\(index)", role: role, controlPort: ports[0])
        switch role {
        case .authority: (node.relayPort, node.directoryPort) = (ports[1], ports[2])
        case .relay: node.relayPort = ports[1]
        case .client: node.socksPort = ports[1]
        }
        nodes.append(node)
      }
    }
    return nodes
  }

  /// A past, so that a relay's first descriptor does not say 0 bytes/s: with 0 everywhere, the one relay that happened
  /// to move a few bytes would get every circuit.
  private static func bandwidthHistory() -> String {
    var now = time(nil)
    var utc = tm()
    gmtime_r(&now, &utc)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let ends =
      "\(utc.tm_year + 1900)-\(two(utc.tm_mon + 1))-\(two(utc.tm_mday)) "
      + "\(two(utc.tm_hour)):\(two(utc.tm_min)):\(two(utc.tm_sec))"
    return ["Read", "Write"].map { kind in
      "BWHistory\(kind)Ends \(ends)\nBWHistory\(kind)Interval 900\nBWHistory\(kind)Values 900000000\n"
        + "BWHistory\(kind)Maxima 1000000\n"
    }.joined()
  }

  private func awaitRegistration(
    of servers: [TestNode], _ control: BlockingControl, _ authority: TestNode
  ) throws(TestNetworkError) {
    var missing = servers
    try launcher.poll(TestNetworkSettings.registration, "registering relays", authority) {
      () throws(TestNetworkError) in
      var still: [TestNode] = []
      for node in missing where try !knows("desc/id/", node, control) { still.append(node) }
      missing = still
      return missing.isEmpty
    }
  }

  /// tor enters through stable relays alone, and an authority calls those stable that have been up for as long as the
  /// median. That is a matter of seconds here, and of chance; those that have been up longest are stable in any case.
  private func oldest(
    _ count: Int, of relays: some Sequence<TestNode>, _ control: BlockingControl
  ) throws(TestNetworkError) -> [TestNode] {
    var starts: [(relay: TestNode, time: Int)] = []
    for relay in relays {
      guard let key = ControlToken("desc/id/" + relay.fingerprint) else { continue }
      starts.append((relay, Self.start(try control.info(key) ?? "")))
    }
    return starts.sorted { $0.time < $1.time }.prefix(count).map(\.relay)
  }

  /// When the relay of a descriptor was started, as an authority sees it.
  private static func start(_ descriptor: String) -> Int {
    var published = tm()
    var uptime = 0
    for line in descriptor.split(separator: "\n") {
      let numbers = line.split { !$0.isNumber }.compactMap { Int32($0) }
      if line.hasPrefix("published "), numbers.count == 6 {
        (published.tm_year, published.tm_mon, published.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (published.tm_hour, published.tm_min, published.tm_sec) = (numbers[3], numbers[4], numbers[5])
      }
      if line.hasPrefix("uptime "), let number = numbers.first { uptime = Int(number) }
    }
    return timegm(&published) - uptime
  }

  /// The interval before the first consensus can be changed while tor runs, and the authority then computes its
  /// schedule afresh; the offset moves the next slot to right after now.
  private func voteNow(_ configuration: NodeConfiguration, _ control: BlockingControl) throws(TestNetworkError) {
    // The shortest interval that tor allows.
    let interval = 5
    let soon = time(nil) + 2
    let settings: [(key: ControlToken, value: String)] = [
      (key: "TestingDirAuthVoteGuard", value: configuration.guardVote),
      (key: "TestingDirAuthVoteGuardIsStrict", value: configuration.guards.isEmpty ? "0" : "1"),
      (key: "TestingV3AuthInitialVotingInterval", value: "\(interval)"),
      (key: "TestingV3AuthVotingStartOffset", value: "\(soon % 86400 % interval)"),
    ]
    try control.tell(.setConf(settings))
  }

  private func awaitConsensus(
    _ count: Int, _ control: BlockingControl, _ authority: TestNode
  ) throws(TestNetworkError) {
    try launcher.poll(TestNetworkSettings.consensus, "voting on the first consensus", authority) {
      () throws(TestNetworkError) in
      let entries = try control.info("ns/all")?.split(separator: "\n").filter { $0.hasPrefix("r ") } ?? []
      return entries.count >= count
    }
  }

  /// The relays are the clients' caches, and a client that asks one which lacks a microdescriptor backs off for some
  /// 10 s. So wait until all have everything; RELOAD makes a relay forget a failed download and ask again now.
  private func awaitCaches(_ servers: [TestNode]) throws(TestNetworkError) {
    var late: [(TestNode, BlockingControl)] = []
    for node in servers.dropFirst() { late.append((node, try launcher.awaitControl(node))) }
    for _ in 0..<TestNetworkSettings.relayFetchTries {
      try dropComplete(&late, servers)
      for (_, control) in late { try control.tell(.signal("RELOAD")) }
      let end = ContinuousClock.now + TestNetworkSettings.relayFetch
      while !late.isEmpty, ContinuousClock.now < end {
        pause(TestNetworkSettings.poll)
        try dropComplete(&late, servers)
      }
      if late.isEmpty { return }
    }
    let node = late.first?.0 ?? servers[0]
    throw folder.timeout("fetching the consensus", node)
  }

  private func dropComplete(
    _ late: inout [(TestNode, BlockingControl)], _ servers: [TestNode]
  ) throws(TestNetworkError) {
    var still: [(TestNode, BlockingControl)] = []
    for (node, control) in late {
      var isComplete = try control.info("consensus/valid-after").map { !$0.isEmpty } ?? false
      for server in servers where isComplete { isComplete = try knows("md/id/", server, control) }
      if !isComplete { still.append((node, control)) }
    }
    late = still
  }

  private func knows(
    _ prefix: String, _ node: TestNode, _ control: BlockingControl
  ) throws(TestNetworkError) -> Bool {
    guard let key = ControlToken(prefix + node.fingerprint) else { return false }
    return try control.info(key).map { !$0.isEmpty } ?? false
  }

  private func connect(
    _ clients: [TestNode], _ configuration: NodeConfiguration
  ) throws(TestNetworkError) {
    var controls: [(TestNode, BlockingControl)] = []
    for node in clients {
      // What a later RELOAD or restart shall find.
      try Files.write(folder.torrc(node), configuration.text(node))
      let control = try launcher.awaitControl(node)
      try control.tell(.setConf([("DisableNetwork", "0")]))
      controls.append((node, control))
    }
    for (node, control) in controls { try bootstrap(node, control) }
  }

  /// A client that gets nowhere begins anew: tor leaves guards alone for ten minutes that it could not reach on a starved
  /// machine, and the few relays of this network are all its guards.
  private func bootstrap(_ node: TestNode, _ control: BlockingControl) throws(TestNetworkError) {
    var control = control
    for _ in 0..<TestNetworkSettings.bootstrapTries {
      do throws(TestNetworkError) {
        return try launcher.awaitBootstrap(node, control, within: TestNetworkSettings.bootstrapTry)
      } catch {
        guard case .timeout = error else { throw error }
      }
      TrackedProcess.stop([TrackedProcess(file: folder.pid(node))].compactMap(\.self), signal: SIGKILL)
      Files.remove(folder.data(node))
      try Files.makeFolder(folder.keys(node))
      try launcher.launch(node)
      control = try launcher.awaitControl(node)
    }
    try launcher.awaitBootstrap(node, control, within: TestNetworkSettings.bootstrap)
  }
}
