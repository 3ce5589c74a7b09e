import ControlAPI
import TorTestNetwork

/// Nodes on a private Tor network that know each other, with taps at the two that will talk.
final class BenchNetwork {
  let tor: BenchTor
  let nodes: [DaemonNode]
  let alice: TappedNode
  let bela: TappedNode
  private let echo: Acceptor
  private let sink: Acceptor

  /// Returns when the nodes know each other and their bundles are stored.
  init(progress: (String) -> Void) throws {
    progress("a private Tor network")
    tor = try BenchTor(clients: NetworkBenchSettings.nodes + 1)
    echo = try Acceptor.echo()
    sink = try Acceptor.sink()
    progress("\(NetworkBenchSettings.nodes) nodes")
    let clients = tor.network.clients
    let first = try DaemonNode("node0", in: tor.directory, torControl: clients[0].controlPort, seed: nil)
    let seed = first.identity.address
    alice = try TappedNode("node1", in: tor, clients[1], seed: seed, echo: echo.port, sink: sink.port)
    bela = try TappedNode("node2", in: tor, clients[2], seed: seed, echo: echo.port, sink: sink.port)
    var nodes = [first, alice.node, bela.node]
    for index in 3..<NetworkBenchSettings.nodes {
      nodes.append(
        try DaemonNode("node\(index)", in: tor.directory, torControl: clients[index].controlPort, seed: seed))
    }
    self.nodes = nodes
    for node in nodes { try node.awaitPublication() }
    progress("the nodes get to know each other")
    for node in nodes { try node.awaitContacts(1) }
    // Whoever publishes asks for the nodes near to it, here all others, and so gets to know them.
    for node in nodes {
      _ = try node.call(
        DirectoryPublish.self, DirectoryPublish.Params(wait: true), within: NetworkBenchSettings.publication)
    }
    for node in nodes { try node.awaitContacts(nodes.count - 1) }
  }

  deinit {
    // All at once: each takes a moment to end.
    for node in nodes { node.askToStop() }
  }

  /// The tor that cold nodes share.
  var spareClient: TestNode { tor.network.clients[NetworkBenchSettings.nodes] }
  /// Where others enter.
  var seed: String { nodes[0].identity.address }
  /// Who is looked for.
  var target: DaemonNode { nodes[nodes.count - 1] }
}
