import Bytes
import ControlAPI
import World

/// Settings, and the daemon's interface as it is.
enum SettingsCommands {
  static let all = [configShow, configPath, rpc, metrics]

  static let configShow = Command(
    "config show", "show every setting that holds and what sets it", options: NodeCommands.settings
  ) { context throws(Stop) in
    let loaded = try context.loadConfiguration()
    let rows = ConfigurationKey.allCases.map { key in
      SettingView(
        key: key.rawValue, value: loaded.configuration.text(of: key), origin: loaded.origins[key] ?? "default")
    }
    try context.printTable(rows, empty: "no settings") { row in
      [row.key, "=", Printable.escape(row.value ?? "(not set)"), "# \(Printable.escape(row.origin))"]
    }
    return .success
  }

  static let configPath = Command("config path", "print where the settings are read from") { context throws(Stop) in
    let file = try context.loadConfiguration().file
    try context.print(["path": file]) { [Printable.escape(file)] }
    if !FileText.exists(file) { context.note("the file does not exist; the defaults hold") }
    return .success
  }

  static let rpc = Command(
    "rpc", "call a method of the daemon and print its result as JSON",
    operands: [
      Operand("METHOD", "its name, like node.status"),
      Operand("PARAMS", count: .optional, "its params, a JSON object; {} when left out"),
    ],
    options: [Option("timeout", takes: .duration, "how long to wait for the answer (default 120s)")],
    details: ["Docs/spec/control-api.md lists the methods and their params. sophax help rpc names them."]
  ) { context throws(Stop) in
    let params: JSONValue
    do throws(ControlJSON.Mistake) {
      params = try ControlJSON.decode(JSONValue.self, from: Array((context.arguments.operand(1) ?? "{}").utf8))
    } catch {
      throw .failure(Failure(.badInput, "PARAMS: \(error.text)"))
    }
    if let name = RepeatedMember.find(in: Array((context.arguments.operand(1) ?? "").utf8)) {
      throw .failure(Failure(.badInput, "PARAMS: the member \(name.prefix(64)) stands twice"))
    }
    guard params.members != nil else { throw .failure(Failure(.badInput, "PARAMS is not a JSON object")) }
    let result = try context.connect().call(
      method: context.operand(0), params: params, within: context.timeout)
    try context.printJSON(result.members ?? ["result": result])
    return .success
  }

  static let metrics = Command(
    "metrics", "print every counter and gauge of the daemon",
    details: [
      "One a line, the name before the number. Gauges are what is now: links.*, directory.contacts, .records, .replicas "
        + "and .lag.seconds, mailbox.*, outbox.entries, onion.*, tor.ready and node.ready (1 or 0). All others count from the "
        + "daemon's start; a name begins with the part that counts, and refusals end with their reason: "
        + "messages.refused.REASON, records.refused.REASON, requests.refused.REASON, links.closed.REASON."
    ]
  ) { context throws(Stop) in
    let metrics = try context.ask(MetricsShow.self, Nothing())
    try context.print(metrics) {
      let gauges = metrics.gauges.map { ($0.key, Int64(exactly: $0.value).map(String.init) ?? "\($0.value)") }
      let counters = metrics.counters.map { ($0.key, "\($0.value)") }
      return (gauges + counters).sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)" }
    }
    return .success
  }
}
