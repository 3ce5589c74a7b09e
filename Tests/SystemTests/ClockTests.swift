import ControlAPI
import TestWorld
import Testing
import TorTestNetwork

/// A machine whose clock is days off, over a real, private Tor network: it is said clearly, and nothing is lost.
@Suite(
  .serialized, .timeLimit(.minutes(10)), .enabled(if: FakeClock.isPossible, "there is no C compiler"))
struct ClockTests {
  @Test(arguments: [-3, 3]) func aWrongClockIsSaidAndLosesNothing(days: Int) async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: 3))
      defer { network.down() }
      let folder = directory.path
      let aino = try LabNode("aino", in: folder, torControl: network.clients[0].controlPort)
      let seeds = [aino.identity.address]
      let bela = try LabNode("bela", in: folder, torControl: network.clients[1].controlPort, seeds: seeds)
      let emil = try LabNode("emil", in: folder, torControl: network.clients[2].controlPort, seeds: seeds)
      let clock = try FakeClock(in: bela.home)
      bela.running = clock.running
      for node in [aino, bela, emil] { try node.start() }
      for node in [aino, bela, emil] { try node.awaitPublished() }
      try bela.awaitContacts(2)
      try bela.must("contact", "add", emil.identity.link, "--name", "emil")
      try emil.must("contact", "add", bela.identity.link, "--name", "bela")
      try bela.must("send", "emil", "one", "--wait", "delivered", "--timeout", "180s")
      try emil.must("send", "bela", "two", "--wait", "delivered", "--timeout", "180s")

      // Under a running daemon, with links that stand.
      try clock.set(days: days)
      try Self.awaitComplaint(bela, days)
      try bela.must("send", "emil", "three")
      try emil.must("send", "bela", "four")
      // And from the start on.
      bela.crash()
      try bela.start()
      try bela.must("send", "emil", "five")
      try Self.awaitComplaint(bela, days)
      let doctor = try bela.sophax("doctor")
      // A fault once two nodes say so; who was dialled by then is chance.
      try demand(doctor.output.contains("clock: this machine's clock is 3 days"), doctor.output + doctor.errors)
      try demand(
        eventually(within: .seconds(30)) { bela.log.contains("this machine's clock is 3 days") }, bela.log)
      let waiting = try bela.messages(with: emil).last
      try demand(waiting?.body == "five" && waiting?.state != .delivered)
      try demand(
        eventually(within: .seconds(120)) {
          try bela.must("msg", "trace", waiting?.messageID ?? "").contains("clock")
        }, bela.log)

      try clock.set(days: 0)
      try demand(
        eventually(within: .seconds(240)) {
          try Self.said(bela, to: emil) == ["one", "three", "five"] && Self.said(emil, to: bela) == ["two", "four"]
            && bela.messages(with: emil).allSatisfy { $0.state == .delivered || $0.state == .received }
            && emil.messages(with: bela).allSatisfy { $0.state == .delivered || $0.state == .received }
        }, "\(try bela.messages(with: emil)) \(try emil.messages(with: bela)) \(bela.log)")
      try demand(
        eventually(within: .seconds(120)) { try !bela.status().missing.contains { $0.part == .clock } })
      // Its record of the directory is taken again; the fate of one of the wrong time that is still under way is not its own.
      let published = try bela.sophax("dir", "publish", "--wait", "--timeout", "120s")
      try demand(published.exitCode == 0, "\(published) \(bela.log)")
      for node in [bela, emil, aino] { try node.stop() }
    }
  }

  private static func awaitComplaint(_ node: LabNode, _ days: Int) throws {
    let words = "3 days \(days < 0 ? "behind" : "ahead")"
    try demand(
      eventually(within: .seconds(240)) {
        try node.status().missing.contains { $0.part == .clock && $0.text.contains(words) }
      }, "\(try node.status().missing) \(node.log)")
  }

  /// What has arrived of one's texts at the other, in its order.
  private static func said(_ node: LabNode, to peer: LabNode) throws -> [String] {
    try peer.messages(with: node).filter { $0.direction == .incoming }.map(\.body)
  }
}
