import Glibc

/// `sophax-bench [--json] [ratchet] [directory] [simulation] [network]`: measures, one line a figure.
@main
enum SophaxBench {
  private static let suites: [(name: String, run: @Sendable () throws -> [Figure])] = [
    ("ratchet", { try RatchetBench.run() }), ("directory", { try DirectoryBench.run() }),
    ("simulation", { SimulationBench.run() }),
  ]

  static func main() {
    var names: [String] = []
    var isJSON = false
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--json": isJSON = true
      case let name where suites.contains { $0.name == name }: names.append(name)
      case let other:
        complain("\(other) is no suite; there are \(suites.map(\.name).joined(separator: ", "))")
        exit(2)
      }
    }
    var failed = false
    for suite in suites where names.isEmpty || names.contains(suite.name) {
      do {
        for figure in try suite.run() { print(isJSON ? figure.json : figure.text) }
      } catch {
        complain("\(suite.name): \(error)")
        failed = true
      }
      fflush(nil)
    }
    exit(failed ? 1 : 0)
  }

  private static func complain(_ text: String) {
    let line = Array("sophax-bench: \(text)\n".utf8)
    _ = write(2, line, line.count)
  }
}
