import Bytes
import ControlAPI
import World

/// The directory of nodes.
enum DirectoryCommands {
  static let all = [
    find, get, lookup, publish, withdraw, audit, ping, peers, table, seedsList, seedsAdd, seedsRemove, stats,
  ]

  private static let timeout = Option("timeout", takes: .duration, "how long to search (default 120s)")

  private static func paths(_ number: Int) -> Option {
    Option(
      "paths", takes: .integer(1...8),
      "search over so many paths that share no node (default \(number)): a liar misleads one of them")
  }

  static let asSelf = Option(
    "as-self", "ask in this node's own name, over its links: faster, and whoever is asked learns who asks")

  private static let local = Option(
    "local", "show only what this node holds itself: nobody is asked, and others may have something newer")

  private static func refuseBoth(_ context: Context) throws(Stop) {
    guard context.arguments.has("local"), context.arguments.has("as-self") else { return }
    throw .failure(.usage("--local asks nobody, so --as-self has no meaning", hint: nil))
  }

  static let find = Command(
    "dir find", "find all nodes whose ID begins with a prefix",
    operands: [Operand("PREFIX", "8 to 64 hexadecimal digits of a node ID; 16 are usual")],
    options: [paths(3), asSelf, local, timeout],
    details: [
      "Every match is verified, and all are shown: several may begin alike, and only the safety number tells which "
        + "one you mean. The exit code is 4 when there is none and 7 when the search was cut short."
    ]
  ) { context throws(Stop) in
    try refuseBoth(context)
    let params = DirectoryFind.Params(
      prefix: context.operand(0), paths: context.arguments.integer("paths"),
      asSelf: context.asSelf, local: context.arguments.has("local") ? true : nil,
      timeoutMilliseconds: context.timeout.milliseconds)
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
    operands: [Operand("NODE", "the node ID, 64 hexadecimal digits")], options: [paths(1), asSelf, local, timeout]
  ) { context throws(Stop) in
    try refuseBoth(context)
    let params = DirectoryGet.Params(
      nodeID: context.operand(0), paths: context.arguments.integer("paths"),
      asSelf: context.asSelf, local: context.arguments.has("local") ? true : nil,
      timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryGet.self, params, stage: "looking up")
    try context.print(result) { MatchText.lines(result.match) }
    return .success
  }

  static let lookup = Command(
    "dir lookup", "search the directory and show how it went",
    operands: [Operand("TARGET", "8 to 64 hexadecimal digits: a node ID or the beginning of one")],
    options: [
      Option("trace", "show every question: who was asked, how long it took, what came back"), paths(3), asSelf,
      timeout,
    ],
    details: [
      "Lists the nearest nodes that answered. With --trace each line before them is one question: when it was asked, "
        + "on which path and after how many others, whom, how many bits that node shares with the target, how long it took and what came of it."
    ]
  ) { context throws(Stop) in
    let params = DirectoryLookup.Params(
      target: context.operand(0), trace: context.arguments.has("trace"), paths: context.arguments.integer("paths"),
      asSelf: context.asSelf,
      timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryLookup.self, params, stage: "looking up")
    try context.print(result) { LookupText.lines(result) }
    context.note(LookupText.summary(result))
    guard !result.nodes.isEmpty else {
      throw .failure(
        Failure(
          .timedOut, "none of the nodes that were asked has answered", hint: "sophax dir peers lists those known"))
    }
    return result.complete ? .success : .partial
  }

  private static let waitForAll = Option("wait", "wait until every one of them has answered")

  static let publish = Command(
    "dir publish", "store this node's bundle at the nodes closest to it", options: [waitForAll, timeout]
  ) { context throws(Stop) in
    let params = DirectoryPublish.Params(
      wait: context.arguments.has("wait"), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryPublish.self, params, stage: "publishing")
    try context.print(result) { PublishOutcome(result: result).lines }
    return try PublishOutcome(result: result).exitCode()
  }

  static let withdraw = Command(
    "dir withdraw", "take this node's bundle back from the directory", options: [waitForAll, timeout],
    details: [
      "Strangers no longer find this node, also after a restart, until dir publish. Contacts keep its address, and "
        + "whoever holds an old copy forgets it when its time is over."
    ]
  ) { context throws(Stop) in
    let params = DirectoryWithdraw.Params(
      wait: context.arguments.has("wait"), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryWithdraw.self, params, stage: "withdrawing")
    try context.print(result) { PublishOutcome(result: result).lines }
    return try PublishOutcome(result: result).exitCode()
  }

  static let audit = Command(
    "dir audit", "read this node's bundle back and store it where it is missing", options: [timeout],
    details: [
      "It is read back over other paths than it was stored on. The exit code is 7 when some of the nodes that should "
        + "hold it did not serve it; they have been given it again."
    ]
  ) { context throws(Stop) in
    let params = DirectoryAudit.Params(timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryAudit.self, params, stage: "reading back")
    try context.print(result) {
      [AuditText.line(result.audit)] + result.holders.map { "held by  \($0.prefix(16))" }
    }
    if result.audit.newerElsewhere {
      throw .failure(
        Failure(
          .stateForbids, "others hold a newer bundle of this identity",
          hint: "the clock may be slow, or the identity runs on another machine as well"))
    }
    guard result.audit.asked > 0 else {
      throw .failure(Failure(.timedOut, "no node has answered", hint: "sophax dir peers lists the nodes known"))
    }
    return result.audit.missing == 0 ? .success : .partial
  }

  static let ping = Command(
    "dir ping", "ask one node whether it is there",
    operands: [
      Operand("WHO", "a contact, a beginning of a node ID in the routing table, a node ID or an onion address")
    ],
    options: [timeout]
  ) { context throws(Stop) in
    let params = DirectoryPing.Params(who: context.operand(0), timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(DirectoryPing.self, params, stage: "waiting for the answer")
    try context.print(result) {
      [
        "\(result.nodeID.prefix(16))  \(Printable.escape(result.address))  "
          + "\(TimeText.elapsed(result.milliseconds))\(result.linked ? "" : ", dialled")"
      ]
    }
    return .success
  }

  static let peers = Command("dir peers", "list the routing table") { context throws(Stop) in
    let peers = try context.ask(DirectoryPeers.self, Nothing()).peers
    try context.printTable(peers, empty: "the routing table is empty", row: DirectoryText.row)
    return .success
  }

  static let table = Command(
    "dir table", "draw how full the buckets of the routing table are",
    details: [
      "One line a bucket: the bits that its contacts share with this node's ID, and a mark for each of its places: # a "
        + "contact with an open connection, + another one, ? one that has not answered lately, . a free place."
    ]
  ) { context throws(Stop) in
    let table = try context.ask(DirectoryTable.self, Nothing())
    try context.printTable(table.buckets, empty: "the routing table is empty", row: DirectoryText.row)
    if let size = table.networkSize { context.note("the directory has about \(Count.text(size, "node"))") }
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
        ("queued lookups", "\(stats.queuedLookups)"), ("nodes, about", stats.networkSize.map(String.init) ?? "-"),
        ("own record", stats.withdrawn ? "withdrawn" : "published"), ("replicas", "\(stats.replicas)"),
        ("last audit", stats.audit.map(AuditText.line) ?? "-"),
        ("lag", TimeText.elapsed(stats.lagMilliseconds)),
      ]
      let counters = stats.counters.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
      return Columns.table((sizes + counters).map { [$0.0, $0.1] })
    }
    return .success
  }
}
