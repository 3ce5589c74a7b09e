import ControlAPI
import TestWorld

/// One node of a test: the real program with its own data directory, attached to a tor client of the private network.
final class LabNode {
  let name: String
  let identity: IdentityView
  let home: String
  private var daemon: Subprocess?
  private var calls = 0
  /// How the daemon is called: under a clock or on a disk of its own.
  var running: ([String]) -> [String] = { $0 }

  /// Makes the identity. `control` is the control port of a tor client (none listens on port 1), `seeds` are addresses
  /// of other nodes.
  /// With a `template` the node runs a tor of its own on it.
  init(
    _ name: String, in folder: String, torControl control: UInt16 = 1, template: String? = nil,
    seeds: [String] = [],
    settings: [String] = []
  ) throws {
    self.name = name
    home = folder + "/" + name
    try demand(makeDirectory(home), "no directory \(home)")
    let lines = [
      "data.dir = \(home)/data", "control.socket = \(home)/control", "key-file = \(home)/key",
      "log.level = info",
    ]
    let tor =
      template.map { ["tor.mode = own", "tor.template = \($0)"] }
      ?? ["tor.mode = system", "tor.control = 127.0.0.1:\(control)"]
    let configuration = lines + settings + tor + (seeds.isEmpty ? [] : ["seeds = \(seeds.joined(separator: " "))"])
    try Files.write(Array((configuration.joined(separator: "\n") + "\n").utf8), to: home + "/sophax.conf")
    let made = try Self.run(["init", "--name", name, "--json"], home, "init")
    try demand(made.exitCode == 0, "init: \(made.errors)")
    identity = try ControlJSON.decode(IdentityView.self, from: Array(made.output.utf8))
  }

  /// The whole command line as a person would type it, without `--config`.
  @discardableResult
  func sophax(_ words: String...) throws -> Subprocess.Outcome {
    calls += 1
    return try Self.run(words, home, "call\(calls)")
  }

  @discardableResult
  func run(_ words: [String]) throws -> Subprocess.Outcome {
    calls += 1
    return try Self.run(words, home, "call\(calls)")
  }

  /// The same, where something of the node cannot be written.
  func run(_ words: [String], on mount: ReadOnlyMount) throws -> Subprocess.Outcome {
    calls += 1
    let command = [Self.program, "--config", home + "/sophax.conf"] + words
    return try Subprocess(mount.running(command), in: home, name: "call\(calls)").wait(atMost: .seconds(60))
  }

  /// The program without this node's configuration.
  func bare(_ words: [String]) throws -> Subprocess.Outcome {
    calls += 1
    return try Subprocess([Self.program] + words, in: home, name: "call\(calls)").wait(atMost: .seconds(60))
  }

  func bareDaemon(_ words: [String], _ name: String) throws -> Subprocess {
    try Subprocess([Self.program] + words, in: home, name: name)
  }

  /// So many events after a cursor.
  func events(after cursor: Int64, count: Int) throws -> [Event] {
    try must("events", "--after", "\(cursor)", "--count", "\(count)", "--json")
      .split(separator: "\n").map { try ControlJSON.decode(Event.self, from: Array($0.utf8)) }
  }

  /// The same, for commands that have to succeed.
  @discardableResult
  func must(_ words: String...) throws -> String {
    calls += 1
    let outcome = try Self.run(words, home, "call\(calls)")
    try demand(
      outcome.exitCode == 0,
      "\(name): sophax \(words.joined(separator: " ")): \(outcome.exitCode) \(outcome.errors)")
    return outcome.output
  }

  func start(closingStreams: Bool = false) throws {
    let words = [Self.program, "--config", home + "/sophax.conf", "daemon"]
    let closing = ["/bin/sh", "-c", #"exec "$@" <&- >&- 2>&-"#, "sh"]
    let called = closingStreams ? closing + words : words
    daemon = try Subprocess(running(called), in: home, name: "daemon")
    try demand(eventually(within: .seconds(60)) { try sophax("status").exitCode == 0 }, "\(name) starts: \(log)")
  }

  /// Ends the daemon in order; the exit code must say that it did.
  func stop() throws {
    try must("stop")
    let outcome = daemon?.wait(atMost: .seconds(30))
    try demand(outcome?.exitCode == 0, "\(name) stops: \(log)")
    daemon = nil
  }

  /// Runs a second daemon on the same directory until it ends by itself.
  func startAgain() throws -> Subprocess.Outcome {
    try Subprocess([Self.program, "--config", home + "/sophax.conf", "daemon"], in: home, name: "second")
      .wait(atMost: .seconds(60))
  }

  func signal(_ number: Int32) -> Subprocess.Outcome? {
    daemon?.signal(number)
    defer { daemon = nil }
    return daemon?.wait(atMost: .seconds(30))
  }

  /// How a shell runs the program for this node.
  var commandLine: String { "\(Self.program) --config \(home)/sophax.conf" }

  var controlSocket: String { home + "/control" }

  var pid: Int32? { daemon?.pid }

  /// Lets no file that the daemon writes grow beyond a size; nil: any size.
  func limitFiles(to bytes: Int?) throws {
    calls += 1
    let words = [
      "/usr/bin/prlimit", "--pid", "\(pid ?? 0)", "--fsize=\(bytes.map(String.init) ?? "unlimited"):unlimited",
    ]
    let outcome = try Subprocess(words, in: home, name: "call\(calls)").wait(atMost: .seconds(10))
    try demand(outcome.exitCode == 0, outcome.errors)
  }

  /// Ends the daemon as a crash would.
  func crash() {
    daemon?.kill()
    daemon = nil
  }

  var log: String { daemon?.errors ?? "" }

  /// What `status` says now.
  func status() throws -> NodeStatus.Result {
    try ControlJSON.decode(NodeStatus.Result.self, from: Array(try must("status", "--json").utf8))
  }

  func awaitPublished() throws {
    try demand(
      eventually(within: .seconds(120)) { try status().onion.state == .published }, "\(name) publishes: \(log)")
  }

  func awaitContacts(_ count: Int) throws {
    try demand(
      eventually(within: .seconds(120)) { try status().directory.contacts >= count }, "\(name) joins: \(log)")
  }

  /// The texts of a conversation, oldest first.
  func conversation(with peer: LabNode) throws -> [String] {
    try messages(with: peer).map(\.body)
  }

  /// The messages of a conversation, oldest first.
  func messages(with peer: LabNode) throws -> [MessageView] {
    try must("log", peer.identity.nodeID, "--json").split(separator: "\n").map {
      try ControlJSON.decode(MessageView.self, from: Array($0.utf8))
    }
  }

  // MARK: Inside

  /// The program that was built with these tests: it lies beside the test runner.
  private static var program: String {
    let runner = CommandLine.arguments[0]
    return programFolder(of: runner) + "/sophax"
  }

  private static func run(_ words: [String], _ home: String, _ name: String) throws -> Subprocess.Outcome {
    try Subprocess([program, "--config", home + "/sophax.conf"] + words, in: home, name: name)
      .wait(atMost: .seconds(240))
  }
}
