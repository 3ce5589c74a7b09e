import ControlAPI
import TestWorld
import Testing
import TorProtocol
import TorTestNetwork

/// Envelopes over a real, private Tor network: a message that neither a connection nor a mailbox can carry.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RelaySystemTests {
  /// Bela and Emil cannot reach one another, whoever dials. Aino, whom both have a link with, holds nothing for anybody, so
  /// what she is asked to keep comes to her in an envelope, which she passes on: the message, and the receipt on its way back.
  @Test func aThirdNodePassesOnWhatItDoesNotHold() async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: 3))
      defer { network.down() }
      let folder = directory.path
      let aino = try LabNode(
        "aino", in: folder, torControl: network.clients[0].controlPort, settings: ["mailbox.messages = 0"])
      let seeds = [aino.identity.address]
      let bela = try LabNode("bela", in: folder, torControl: network.clients[1].controlPort, seeds: seeds)
      let emil = try LabNode("emil", in: folder, torControl: network.clients[2].controlPort, seeds: seeds)
      // An onion that nobody serves.
      let nowhere = try LabNode("nowhere", in: folder)
      for (client, other) in [(1, emil), (2, bela)] {
        try Self.divert(Self.onion(other), to: Self.onion(nowhere), on: network.clients[client], of: network)
      }
      for node in [aino, bela, emil] { try node.start() }
      for node in [aino, bela, emil] { try node.awaitPublished() }
      for node in [bela, emil] {
        try node.awaitContacts(1)
        try demand(
          eventually(within: .seconds(240)) { try node.status().directory.replicas > 0 },
          "\(node.name): \(node.log)")
      }

      try bela.must("contact", "add", emil.identity.link, "--name", "emil")
      try emil.must("contact", "add", bela.identity.link, "--name", "bela")
      let sent = try bela.must("send", "emil", "by way of another", "--json")
      let id = try ControlJSON.decode(MessageView.self, from: Array(sent.utf8)).messageID
      try demand(
        eventually(within: .seconds(240)) { try emil.conversation(with: bela) == ["by way of another"] },
        "\(try bela.must("msg", "trace", id)) \(bela.log) \(aino.log)")
      try demand(
        eventually(within: .seconds(240)) { try bela.messages(with: emil).first?.state == .delivered },
        "\(try bela.must("msg", "trace", id)) \(emil.log) \(aino.log)")

      let steps = try bela.must("msg", "trace", id, "--json").split(separator: "\n").map {
        try ControlJSON.decode(TraceStep.self, from: Array($0.utf8))
      }
      let forwarded = steps.first { $0.kind == .forwarded }
      try demand(forwarded?.evidence.contains(aino.identity.prefix) == true, "\(steps)")
      try demand(
        steps.last?.kind == .delivered && !steps.contains { $0.kind == .sent || $0.kind == .relayed }, "\(steps)")
      for (node, name) in [(bela, "emil"), (emil, "bela")] {
        try demand(
          !node.must("contact", "show", name, "--json").contains("\"link\":\"proven\""), "\(name) is linked")
      }
      try demand(aino.status().relay.heldMessages == 0)
      try demand(aino.must("metrics").contains("relay.forwarded"))
      for node in [bela, emil, aino] { try node.stop() }
    }
  }

  private static func onion(_ node: LabNode) -> String {
    String(node.identity.address.prefix { $0 != ":" })
  }

  /// Has one tor go elsewhere whenever it is asked for an onion.
  private static func divert(
    _ onion: String, to other: String, on client: TestNode, of network: TestNetwork
  ) throws {
    let control = try network.control(client)
    let reply = try control.tell(.setConf([(key: "MapAddress", value: "\(onion) \(other)")]))
    try demand(reply.isSuccess, "\(reply)")
  }
}
