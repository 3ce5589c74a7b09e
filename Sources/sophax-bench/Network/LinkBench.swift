import ControlAPI

/// From `message.send` to the receipt stored, on a warm link, against a raw echo over the same circuit.
struct LinkBench {
  private let network: BenchNetwork
  /// Who dialled the link, and the stream that carries it.
  let dialler: TappedNode
  let stream: TappedStream
  private let echo: EchoStream
  private let echoed: [UInt8]

  static func prepared(_ network: BenchNetwork) throws -> LinkBench {
    try network.alice.node.befriend(network.bela.node)
    return try LinkBench(network)
  }

  // MARK: Before

  /// Warms the link, finds the stream that carries it, and opens the echo beside it.
  private init(_ network: BenchNetwork) throws {
    self.network = network
    let (alice, bela) = (network.alice, network.bela)
    // Either may have dialled the other.
    let candidates: [(dialler: TappedNode, stream: TappedStream)] =
      Self.streams(from: alice, to: bela).map { (alice, $0) }
      + Self.streams(from: bela, to: alice).map { (bela, $0) }
    let before = candidates.map { $0.stream.up + $0.stream.down }
    for _ in 0..<NetworkBenchSettings.warmUp { try alice.node.send(to: bela.node) }
    let grown = candidates.indices.map { candidates[$0].stream.up + candidates[$0].stream.down - before[$0] }
    guard let most = grown.indices.max(by: { grown[$0] < grown[$1] }), grown[most] > 0 else {
      throw BenchFailure.unexpected("no stream between the two nodes carries their messages")
    }
    (dialler, stream) = candidates[most]
    echo = try EchoStream(socksPort: dialler.socks.port, like: stream)
    let circuit = try network.tor.circuit(of: dialler.client, to: stream.host, stream.port)
    let echoCircuit = try network.tor.circuit(of: dialler.client, to: stream.host, ControlTap.echoPort)
    guard let circuit, circuit == echoCircuit else {
      throw BenchFailure.unexpected("the echo took circuit \(echoCircuit ?? "?"), the link has \(circuit ?? "?")")
    }
    let fromAlice = dialler.node === alice.node
    let start = fromAlice ? stream.up : stream.down
    try alice.node.send(to: bela.node)
    echoed = [UInt8](repeating: 0x61, count: (fromAlice ? stream.up : stream.down) - start)
    for _ in 0..<NetworkBenchSettings.warmUp { _ = try echo.roundTrip(echoed) }
  }

  private static func streams(from: TappedNode, to: TappedNode) -> [TappedStream] {
    from.socks.streams.filter { $0.isOpen && to.node.identity.address == "\($0.host):\($0.port)" }
  }

  // MARK: The measurement

  /// Messages and echoes in turn, so that both meet the same moods of the machine.
  func measure() throws -> [Figure] {
    var messages: [Double] = []
    var echoes: [Double] = []
    for _ in 0..<NetworkBenchSettings.messages {
      messages.append(try network.alice.node.send(to: network.bela.node).time.seconds)
      echoes.append(try echo.roundTrip(echoed).seconds)
    }
    return [
      Figure(
        name: "message.acknowledged", value: messages.median * 1e3, unit: "ms",
        note:
          "median of \(messages.count): message.send until the receipt is stored, warm link over an onion circuit"),
      Figure(
        name: "message.echo", value: echoes.median * 1e3, unit: "ms",
        note:
          "median of \(echoes.count): \(echoed.count) bytes, as the message's frame, there and back on that circuit"
      ),
      Figure(
        name: "message.acknowledged.own", value: zip(messages, echoes).map { $0 - $1 }.median * 1e3, unit: "ms",
        note: "median of the differences: what both nodes add, three times to disk included"),
      Figure(
        name: "message.acknowledged.ratio", value: messages.median / echoes.median, unit: "of the echo",
        note: "both medians, measured in turn"),
    ]
  }
}
