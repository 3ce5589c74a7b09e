/// The whole: daemons on a private Tor network.
enum NetworkBench {
  static func run(_ print: ([Figure]) -> Void, progress: (String) -> Void) throws {
    let network = try BenchNetwork(progress: progress)
    progress("messages on a warm link")
    let link = try LinkBench.prepared(network)
    print(try link.measure())
    progress("files beside a raw stream")
    print(try FileBench(network, link).measure())
    progress("nodes at rest")
    print(try RestBench.run(network))
    progress("lookups from cold nodes")
    print(try LookupBench.run(network))
    progress("stopping")
  }
}
