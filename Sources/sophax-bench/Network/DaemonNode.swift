import ControlAPI
import Glibc
import TestWorld

/// One `sophax daemon` with an identity and a folder of its own.
final class DaemonNode {
  let identity: IdentityView
  private let directory: TemporaryDirectory
  private let process: Subprocess
  private let socket: String
  private var connection: ControlConnection?

  /// Makes the identity and starts the daemon; `torControl` is a port of 127.0.0.1.
  init(_ name: String, in directory: TemporaryDirectory, torControl: UInt16, seed: String?) throws {
    self.directory = directory
    let folder = directory.file(name)
    guard mkdir(folder, 0o700) == 0 else { throw BenchFailure.system(folder, errno: errno) }
    socket = folder + "/control"
    var settings = [
      "data.dir = \(folder)/data", "control.socket = \(socket)", "key-file = \(folder)/key", "tor.mode = system",
      "tor.control = 127.0.0.1:\(torControl)",
    ]
    if let seed { settings.append("seeds = \(seed)") }
    try Files.write(Array((settings.joined(separator: "\n") + "\n").utf8), to: folder + "/sophax.conf")
    let command = [try Self.program(), "--config", folder + "/sophax.conf"]
    // The settings of whoever measures must not reach the nodes.
    let environment = ["HOME=\(folder)", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    let initialised = try Subprocess(
      command + ["init", "--name", name, "--json"], in: folder, name: "init", environment: environment
    ).wait(atMost: NetworkBenchSettings.initialisation)
    guard initialised.exitCode == 0 else { throw BenchFailure.ended("sophax init", initialised.errors) }
    identity = try ControlJSON.decode(IdentityView.self, from: Array(initialised.output.utf8))
    process = try Subprocess(command + ["daemon"], in: folder, name: "daemon", environment: environment)
  }

  deinit { stop() }

  var pid: Int32 { process.pid }

  /// Asks the daemon, over one connection that is kept.
  func call<M: ControlMethod>(
    _ method: M.Type, _ params: M.Params, within limit: Duration = NetworkBenchSettings.call
  ) throws -> M.Result {
    try connected().call(method, params, within: limit)
  }

  func status() throws -> NodeStatus.Result { try call(NodeStatus.self, Nothing()) }

  /// Waits until others can dial it.
  func awaitPublication() throws {
    try Interruption.wait("an onion service is published", within: NetworkBenchSettings.publication) {
      try status().onion.state == .published
    }
  }

  /// Waits until it knows so many nodes of the directory.
  func awaitContacts(_ count: Int) throws {
    try Interruption.wait("a node knows \(count) others", within: NetworkBenchSettings.entry) {
      try status().directory.contacts >= count
    }
  }

  /// Asks it to stop, in order.
  func askToStop() { process.signal(SIGTERM) }

  func stop() {
    askToStop()
    process.wait(atMost: NetworkBenchSettings.stop)
  }

  private func connected() throws -> ControlConnection {
    if let connection { return connection }
    var made: ControlConnection?
    try Interruption.wait("a daemon listens", within: NetworkBenchSettings.initialisation) {
      guard process.isRunning else { throw BenchFailure.ended("sophax daemon", process.errors) }
      made = try? ControlConnection(path: socket)
      return made != nil
    }
    guard let made else { throw BenchFailure.late("a daemon listens") }
    connection = made
    return made
  }

  /// `$SOPHAX`, or the program beside this one.
  private static func program() throws -> String {
    if let path = getenv("SOPHAX") { return String(cString: path) }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    let own = String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/sophax"
    guard access(path, X_OK) == 0 else {
      throw BenchFailure.system("\(path), which make bench builds", errno: errno)
    }
    return path
  }
}
