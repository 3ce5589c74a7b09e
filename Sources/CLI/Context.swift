import Bytes
import ControlAPI
import World

/// What a running command has to work with.
struct Context: Sendable {
  let arguments: Arguments
  let surroundings: Surroundings

  var console: Console { surroundings.console }
  var interruption: Interruption { surroundings.interruption }
  var wantsJSON: Bool { arguments.has("json") }

  /// The settings of this call.
  func loadConfiguration() throws(Stop) -> ConfigurationLoader.Loaded {
    let loader = ConfigurationLoader(arguments: arguments, environment: surroundings.environment)
    do throws(Failure) {
      return try loader.load()
    } catch {
      throw .failure(error)
    }
  }

  /// A connection to the daemon.
  func connect() throws(Stop) -> ControlClient {
    let path = try loadConfiguration().configuration.controlSocket
    do throws(Failure) {
      return try ControlClient(path: path, interruption: interruption)
    } catch {
      throw .failure(error)
    }
  }

  /// Asks the daemon something that it answers at once.
  func ask<M: ControlMethod>(_ method: M.Type, _ params: M.Params) throws(Stop) -> M.Result {
    try connect().call(method, params, within: Settings.localCall)
  }

  /// Refuses `--timeout` where nothing is waited for.
  func requireWait() throws(Stop) {
    let wait = arguments.value("wait")
    guard arguments.has("timeout"), (wait ?? "none") == "none" else { return }
    throw .failure(
      .usage(
        "--timeout with\(wait == nil ? "out --wait" : " --wait none"): nothing is waited for",
        hint: "say with --wait what to wait for"))
  }

  /// How long a call through Tor may take.
  var timeout: Duration { arguments.duration("timeout") ?? Settings.networkCall }

  /// Asks the daemon something that goes through Tor, and shows how far it is.
  func askNetwork<M: ControlMethod>(
    _ method: M.Type, _ params: M.Params, of client: ControlClient? = nil, stage: String
  ) throws(Stop) -> M.Result {
    let progress = ProgressLine(stage, console: console)
    let client = if let client { client } else { try connect() }
    return try client.call(
      method, params, within: timeout + surroundings.grace, progress: progress)
  }

  /// Prints a value for programs.
  func printJSON(_ value: some Encodable & Sendable) throws(Stop) {
    guard let line = ControlJSON.encode(Versioned(value)) else {
      throw .failure(Failure(.internalFailure, "the value holds a number that JSON cannot write"))
    }
    try console.print(bytes: line)
  }

  /// Prints a value: as one JSON line, or as lines of text.
  func print(_ value: some Encodable & Sendable, as text: () -> [String]) throws(Stop) {
    guard !wantsJSON else { return try printJSON(value) }
    for line in text() { try console.print(line) }
  }

  /// Prints a text that is for people; programs have it as one member.
  func printText(_ lines: [String]) throws(Stop) {
    try print(["text": lines.joined(separator: "\n")]) { lines }
  }

  /// Prints things: one JSON line each, or a table with a row each. With none, a person is told so.
  func printTable<Item: Encodable & Sendable>(
    _ items: [Item], empty: String, row: (Item) -> [String]
  ) throws(Stop) {
    if wantsJSON {
      for item in items { try printJSON(item) }
    } else {
      for line in Columns.table(items.map(row)) { try console.print(line) }
      if items.isEmpty { console.say(empty) }
    }
  }

  /// The operand at a place; the parser has seen to it that it is there.
  func operand(_ index: Int) -> String { arguments.operand(index) ?? "" }

  /// Whether a lookup is made in the node's own name; nil to leave it to the daemon.
  var asSelf: Bool? { arguments.has("as-self") ? true : nil }

  /// The options that a command for the same node repeats.
  var node: NodeChoice { NodeChoice(arguments) }

  /// Says something to a person; programs that read JSON need not hear it.
  func note(_ text: String) {
    if !wantsJSON { console.say(node.repeated(in: text)) }
  }
}
