import Glibc

/// The folder of one network: what is where in it, and the file that says which nodes there are.
struct NetworkFolder: Sendable {
  /// Absolute.
  let path: String

  /// A configuration with nothing in it, so that the system's defaults do not apply.
  var emptyFile: String { path + "/empty" }
  /// What tor-gencert reads as the authority's passphrase.
  var passphraseFile: String { path + "/passphrase" }
  var pumpLog: String { path + "/pump.log" }
  var pumpPID: String { path + "/pump.pid" }
  var keys: String { path + "/keys" }
  /// The template for a tor that a node runs for itself.
  var template: String { path + "/torrc.template" }
  var nodesFolder: String { path + "/nodes" }
  private var stateFile: String { path + "/network" }

  /// Whether there is something in it that no start of a network has made.
  var isForeign: Bool {
    let own = [emptyFile, passphraseFile, pumpLog, pumpPID, keys, template, nodesFolder, stateFile]
    // A write that was cut short leaves its file beside the one that it was to become.
    let known = Set(own + own.map { $0 + ".new" })
    return !Files.names(in: path).allSatisfy { known.contains("\(path)/\($0)") }
  }

  /// Whether there is something else than a directory.
  var isFile: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  func folder(_ node: TestNode) -> String { "\(nodesFolder)/\(node.name)" }
  func data(_ node: TestNode) -> String { folder(node) + "/data" }
  func keys(_ node: TestNode) -> String { data(node) + "/keys" }
  func torrc(_ node: TestNode) -> String { folder(node) + "/torrc" }
  func pid(_ node: TestNode) -> String { folder(node) + "/pid" }
  /// tor's own log.
  func log(_ node: TestNode) -> String { folder(node) + "/notice.log" }
  /// That a stage took too long at a node, with what the node said last: the folder may be gone when that is read.
  func timeout(_ stage: String, _ node: TestNode) -> TestNetworkError {
    let lines = (try? Files.text(log(node)))?.split(separator: "\n") ?? []
    return .timeout(
      stage: stage, node: node.name, log: log(node), lastWords: lines.suffix(8).map { Self.printable($0) })
  }

  private static func printable(_ line: Substring) -> String {
    String(line.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
  }

  /// What tor says before its log is open.
  func errorLog(_ node: TestNode) -> String { folder(node) + "/stderr.log" }
  func cookie(_ node: TestNode) -> String { data(node) + "/control_auth_cookie" }

  /// The nodes that the file names; none when there is no file.
  func nodes() -> [TestNode] {
    guard let text = try? Files.text(stateFile) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { TestNode(line: $0) }
  }

  func save(_ nodes: [TestNode]) throws(TestNetworkError) {
    let lines = ["sophax test network 1"] + nodes.map(\.line)
    try Files.write(stateFile, lines.joined(separator: "\n") + "\n")
  }
}
