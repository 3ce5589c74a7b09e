import ControlAPI
import World

/// The directory of nodes.
enum DirectoryCommands {
  static let all = [find, get, publish, peers, seedsList, seedsAdd, seedsRemove, stats]

  private static let timeout = Option("timeout", takes: .duration, "how long to search (default 120s)")

  static let find = Command(
    "dir find", "find all nodes whose ID begins with a prefix",
    operands: [Operand("PREFIX", "8 to 64 hexadecimal digits of a node ID; 16 are usual")], options: [timeout],
    details: [
      "Every match is verified, and all are shown: several may begin alike, and only the safety number tells which "
        + "one you mean. The exit code is 4 when there is none and 7 when the search was cut short."
    ]
  ) { context throws(Stop) in
    let params = DirectoryFind.Params(prefix: context.operand(0), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryFind.self, params, stage: "looking up")
    try context.print(result) { Array(result.matches.map(MatchText.lines).joined(separator: [""])) }
    context.note(MatchText.summary(result))
    guard result.matches.isEmpty else {
      return result.complete || params.prefix.utf8.count == 64 ? .success : .partial
    }
    guard result.complete else { throw .failure(Failure(.timedOut, "nothing found before the time was up")) }
    throw .failure(Failure(.notFound, "no node's ID begins with \(params.prefix)"))
  }

  static let get = Command(
    "dir get", "fetch the newest bundle of one node",
    operands: [Operand("NODE", "the node ID, 64 hexadecimal digits")], options: [timeout]
  ) { context throws(Stop) in
    let params = DirectoryGet.Params(nodeID: context.operand(0), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryGet.self, params, stage: "looking up")
    try context.print(result) { MatchText.lines(result.match) }
    return .success
  }

  static let publish = Command(
    "dir publish", "store this node's bundle at the nodes closest to it",
    options: [Option("wait", "wait until every one of them has answered"), timeout]
  ) { context throws(Stop) in
    let params = DirectoryPublish.Params(
      wait: context.arguments.has("wait"), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryPublish.self, params, stage: "publishing")
    try context.print(result) {
      [
        "\(result.accepted) accepted, \(result.refused) refused, \(result.newer) hold a newer one, "
          + "\(result.silent) silent, in \(TimeText.elapsed(result.milliseconds))"
      ]
    }
    return try PublishOutcome(result: result).exitCode()
  }

  static let peers = Command("dir peers", "list the routing table") { context throws(Stop) in
    let peers = try context.ask(DirectoryPeers.self, Nothing()).peers
    try context.printTable(peers, empty: "the routing table is empty", row: DirectoryText.row)
    return .success
  }

  static let seedsList = Command("dir seeds ls", "list the nodes through which the directory is entered") {
    context throws(Stop) in
    try DirectoryText.print(try context.ask(DirectorySeedsList.self, Nothing()), in: context)
  }

  private static let address = Operand("ADDRESS", "an onion address, with :port unless it is the standard one")

  static let seedsAdd = Command("dir seeds add", "remember a seed and dial it", operands: [address]) {
    context throws(Stop) in
    let seed = SeedReference(address: context.operand(0))
    return try DirectoryText.print(try context.ask(DirectorySeedsAdd.self, seed), in: context)
  }

  static let seedsRemove = Command("dir seeds rm", "forget a seed", operands: [address]) { context throws(Stop) in
    let seed = SeedReference(address: context.operand(0))
    return try DirectoryText.print(try context.ask(DirectorySeedsRemove.self, seed), in: context)
  }

  static let stats = Command("dir stats", "sizes and counts of the directory") { context throws(Stop) in
    let stats = try context.ask(DirectoryStats.self, Nothing())
    try context.print(stats) {
      let sizes = [
        ("contacts", "\(stats.contacts)"), ("buckets", "\(stats.buckets)"),
        ("replacements", "\(stats.replacements)"),
        ("records", "\(stats.records)"), ("record bytes", "\(stats.recordBytes)"), ("lookups", "\(stats.lookups)"),
      ]
      let counters = stats.counters.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
      return Columns.table((sizes + counters).map { [$0.0, $0.1] })
    }
    return .success
  }
}
