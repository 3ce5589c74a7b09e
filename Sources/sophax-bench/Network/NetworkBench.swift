/// The whole: daemons on a private Tor network.
enum NetworkBench {
  static func run(_ print: ([Figure]) -> Void, progress: (String) -> Void) throws {
    let network = try BenchNetwork(progress: progress)
    progress("messages on a warm link")
    print(try LinkBench.run(network))
    progress("nodes at rest")
    print(try RestBench.run(network))
    progress("lookups from cold nodes")
    print(try LookupBench.run(network))
    progress("stopping")
  }
}
