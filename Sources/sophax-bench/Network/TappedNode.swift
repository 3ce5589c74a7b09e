import TorTestNetwork

/// A node with taps between it and its tor.
struct TappedNode {
  let node: DaemonNode
  /// Its tor.
  let client: TestNode
  let socks: SOCKSTap
  private let control: Acceptor

  init(_ name: String, in tor: BenchTor, _ client: TestNode, seed: String, echo: UInt16, sink: UInt16) throws {
    self.client = client
    socks = try SOCKSTap(socksPort: client.socksPort)
    control = try ControlTap.start(controlPort: client.controlPort, socksTap: socks.port, echo: echo, sink: sink)
    node = try DaemonNode(name, in: tor.directory, torControl: control.port, seed: seed)
  }
}
