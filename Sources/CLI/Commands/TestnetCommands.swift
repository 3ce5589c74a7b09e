import Bytes
import ControlAPI
import World

/// A private Tor network on this machine, for trying things out without the internet.
enum TestnetCommands {
  static let all = [up, status, down]

  private static let directory = Operand("DIR", kind: .file("DIR"), "the directory that holds the network")

  static let up = Command(
    "testnet up", "start a private Tor network on this machine", operands: [directory],
    options: [
      Option("relays", takes: .integer(4...30), "how many relays (default 5)"),
      Option("clients", takes: .integer(1...100), "how many clients, each with a control port (default 2)"),
    ],
    details: [
      "Real tor processes that listen on 127.0.0.1 only. They run on until sophax testnet down. If some of them have "
        + "ended, those are brought back, and the others are left alone.",
      "A node joins by the control port of a client (--tor system --tor-control 127.0.0.1:PORT), or with a tor of its "
        + "own (--tor own --tor-template DIR/torrc.template).",
    ]
  ) { context throws(Stop) in
    let request = TestnetRequest(
      directory: context.operand(0), relays: context.arguments.integer("relays"),
      clients: context.arguments.integer("clients"))
    let nodes = try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.startTestnet(request) { stage, elapsed in
        context.note("\(TimeText.elapsed(elapsed.milliseconds))  \(stage)")
      }
    }
    for (role, wanted) in [("relay", request.relays), ("client", request.clients)] {
      let count = nodes.count { $0.role == role }
      guard let wanted, wanted != count else { continue }
      context.note(
        "sophax: the network ran already and keeps its \(Count.text(count, role)); to make another one, first: "
          + "sophax testnet down \(ShellWord.quoted(request.directory))")
    }
    return try show(nodes, in: context)
  }

  static let status = Command("testnet status", "show what runs of it", operands: [directory]) {
    context throws(Stop) in
    let nodes = try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.testnet(in: context.operand(0))
    }
    return try show(nodes, in: context)
  }

  static let down = Command("testnet down", "stop it", operands: [directory]) { context throws(Stop) in
    try await Local.run { () throws(RPCError) in
      try await context.surroundings.local.stopTestnet(in: context.operand(0))
    }
    return .success
  }

  /// All of it running is success, a part of it partial, nothing of it a state that forbids.
  private static func show(_ nodes: [TestnetNodeView], in context: Context) throws(Stop) -> ExitCode {
    try context.printTable(nodes, empty: "no nodes", row: row)
    let stopped = nodes.filter { $0.pid == nil }
    guard !stopped.isEmpty else { return .success }
    let names = stopped.count == nodes.count ? "all of it" : stopped.map(\.name).joined(separator: ", ")
    context.note("sophax: stopped: \(names)")
    context.note("sophax: hint: sophax testnet up \(ShellWord.quoted(context.operand(0))) starts what has stopped")
    return stopped.count == nodes.count ? .stateForbids : .partial
  }

  private static func row(_ node: TestnetNodeView) -> [String] {
    let process = node.pid.map { "process \($0)" } ?? "stopped"
    let percent = node.percent.map { "\($0) %" } ?? "-"
    return [
      node.name, node.role, process, percent, "control \(node.control)", node.socks.map { "socks \($0)" } ?? "",
    ]
  }
}
