import Glibc

/// `sophax-bench [--json] [SUITE…]`: measures, one line a figure. `sophax-bench sim`: simulates.
@main
enum SophaxBench {
  private static let usage = """
    sophax-bench [--json] [SUITE...]: measures, one line a figure; all suites but opendht and crash when none is named

      ratchet      encryption and decryption of a message, one core, beside vodozemac
      kem          ML-KEM-768, one core, beside pqcrypto and cryptography
      directory    requests answered on one link, the k closest of a large table, one core
      flood        5,000 lookups a second from 500 identities, and an honest client beside them
      memory       what a known contact and a stored bundle take
      history      words looked for in 100,000 messages
      inbound      100,000 messages of 4 KB that come at once
      simulation   lookups among a thousand nodes on a virtual clock
      opendht      30 daemons without tor beside 30 of OpenDHT's dhtnode: puts, gets, memory; only when it is named
      crash        two daemons without tor that talk and are killed 500 times, frames lost, doubled, reordered; only when named
      rate         20 messages a second for a minute to 5 peers on a private Tor network: delay, memory
      network      real nodes on a private Tor network: lookups, receipts against a raw echo, a node at rest

      --json       one JSON line a figure

    sophax-bench sim [--nodes N] [--seed S] [--hours H] [--csv FILE [--timed]] [--svg FILE] [--json] [SCENARIO...]: the
    directory simulated with the engine of the daemon, one line a row; all scenarios when none is named

      lookup       how far lookups go and what they cost, among 1,000 nodes
      churn        10,000 nodes of which 20 % leave in an hour and 10 % are gone: finds, copies alive, records lost
      killed       half of 30 nodes gone at once
      sybils       20 Sybils at 16 bits of a key, published among 60 honest nodes: they drop, lie, or forge nodes
      curve        the same with 0 to 200 Sybils, among 60 and 1,000

      --nodes N    another number of honest nodes, 25 to 100,000
      --seed S     another run; the same seed gives the same one
      --hours H    how long churn lasts, 0.5 to 168: 1 unless given; the bar asks for 24
      --csv FILE   the rows as a table, the same for the same run
      --timed      in it also the seconds that this machine took
      --svg FILE   copies alive over time (churn) and finds by number of Sybils (curve), drawn

    vodozemac, pqcrypto and cryptography are packages of $SOPHAX_PYTHON, else of python3; one that is absent is not
    measured, and the error output says so; nor is anything beside dhtnode without $DHTNODE or /usr/bin/dhtnode (Debian:
    apt-get install dhtnode). rate and network start the sophax beside this program, or $SOPHAX, and need tor.
    Exit code 0: all was measured and every bar of sim holds; 1: something was not, or does not, and the output says
    what; 2: the command is wrong.

    """

  private static let suites: [(name: String, run: @Sendable (([Figure]) -> Void) throws -> Void)] = [
    (
      "ratchet",
      { print in print(try RatchetBench.run { SophaxBench.complain("skipped: no Python package \($0)") }) }
    ),
    ("kem", { print in print(try KEMBench.run { SophaxBench.complain("skipped: no Python package \($0)") }) }),
    ("directory", { print in print(try DirectoryBench.run()) }),
    ("flood", { print in print(try FloodBench.run()) }),
    ("memory", { print in print(try MemoryBench.run()) }),
    ("history", { print in print(try HistoryBench.run()) }),
    ("inbound", { print in print(try InboundBench.run { SophaxBench.note($0) }) }),
    ("simulation", { print in print(SimulationBench.run()) }),
    (
      "opendht",
      { print in
        try OpenDHTBench.run(print) {
          SophaxBench.complain("skipped: no \($0)")
        } _: {
          SophaxBench.note($0)
        }
      }
    ),
    ("crash", { print in try CrashBench.run(print) { stage in SophaxBench.note(stage) } }),
    ("rate", { print in try RateBench.run(print) { stage in SophaxBench.note(stage) } }),
    ("network", { print in try NetworkBench.run(print) { stage in SophaxBench.note(stage) } }),
  ]

  /// Suites that run only when they are named.
  private static let named = ["opendht", "crash"]

  static func main() async {
    if CommandLine.arguments.dropFirst().first == "node" {
      exit(await LoopbackDaemon.run(Array(CommandLine.arguments.dropFirst(2))))
    }
    Interruption.watch()
    if CommandLine.arguments.dropFirst().first == "sim" { simulate(Array(CommandLine.arguments.dropFirst(2))) }
    var names: [String] = []
    var isJSON = false
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--json": isJSON = true
      case "help", "--help", "-h":
        print(usage, terminator: "")
        exit(0)
      case let name where suites.contains { $0.name == name }: names.append(name)
      case let other:
        complain("\(other) is no suite; there are \(suites.map(\.name).joined(separator: ", "))")
        exit(2)
      }
    }
    var failed = false
    for suite in suites where names.isEmpty && !named.contains(suite.name) || names.contains(suite.name) {
      do {
        try Interruption.check()
        try suite.run { figures in
          for figure in figures { print(isJSON ? figure.json : figure.text) }
          fflush(nil)
        }
      } catch {
        complain("\(suite.name): \(error)")
        failed = true
      }
    }
    exit(failed ? 1 : 0)
  }

  private static func simulate(_ arguments: [String]) -> Never {
    if arguments.contains(where: { ["help", "--help", "-h"].contains($0) }) {
      print(usage, terminator: "")
      exit(0)
    }
    do {
      let options = try SimulationOptions(arguments)
      try options.makeFiles()
      HugePages.restartWithThem()
      var command = SimulationCommand(options: options) { line in
        print(line)
        fflush(nil)
      } note: {
        note($0)
      }
      exit(try command.run() ? 0 : 1)
    } catch {
      complain("\(error)")
      exit(error is SimulationOptions.Mistake ? 2 : 1)
    }
  }

  /// Says on a terminal what takes its time.
  private static func note(_ stage: String) { if isatty(2) == 1 { complain(stage) } }

  private static func complain(_ text: String) {
    let line = Array("sophax-bench: \(text)\n".utf8)
    _ = write(2, line, line.count)
  }
}
