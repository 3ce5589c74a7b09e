import ControlAPI
import Glibc
import TestWorld
import Testing
import TorTestNetwork

/// A disk that becomes read-only in the middle of a conversation over a real, private Tor network.
@Suite(
  .serialized, .timeLimit(.minutes(10)), .enabled(if: LoopDisk.isPermitted, "disks may not be mounted here"))
struct DiskTests {
  @Test func aDiskThatGoesReadOnlyLosesNothingThatWasPromised() async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: 2))
      defer { network.down() }
      let folder = directory.path
      let emil = try LabNode("emil", in: folder, torControl: network.clients[0].controlPort)
      let bela = try LabNode(
        "bela", in: folder, torControl: network.clients[1].controlPort, seeds: [emil.identity.address])
      let disk = try LoopDisk(holding: bela.home + "/data", image: folder + "/disk", megabytes: 128)
      bela.running = disk.running
      for node in [bela, emil] { try node.start() }
      for node in [bela, emil] { try node.awaitPublished() }
      try bela.must("contact", "add", emil.identity.link, "--name", "emil")
      try emil.must("contact", "add", bela.identity.link, "--name", "bela")
      try bela.must("send", "emil", "one", "--wait", "delivered", "--timeout", "180s")
      try emil.must("send", "bela", "two", "--wait", "delivered", "--timeout", "180s")
      try bela.must("send", "self", "taken")

      try disk.fail(under: bela.pid ?? 0)
      for wait in ["none", "delivered"] {
        let refused = try bela.sophax("send", "emil", "three", "--wait", wait)
        try demand(refused.exitCode == ExitCode.storeUnusable.rawValue, "\(refused.exitCode) \(refused.errors)")
        let words = refused.errors.lowercased()
        try demand(words.contains("read-only") || words.contains("readonly"), refused.errors)
        try demand(words.contains("so that it can be written"), refused.errors)
      }
      try emil.must("send", "bela", "four")
      try demand(
        eventually(within: .seconds(60)) { try emil.messages(with: bela).last?.state == .sent }, "\(emil.log)")
      let status = try bela.status()
      try demand(
        !status.ready && status.store.problem != nil && status.missing.contains { $0.part == .store && $0.fault })
      try demand(bela.conversation(with: emil) == ["one", "two"], "what is there can be read")
      try demand(
        bela.log.lowercased().contains("readonly") || bela.log.lowercased().contains("read-only"), bela.log)
      try demand(emil.messages(with: bela).last?.state == .sent, "nothing that was not stored is acknowledged")
      try bela.stop()

      // The disk is looked after and mounted again.
      try bela.start()
      try demand(
        eventually(within: .seconds(240)) {
          try bela.conversation(with: emil) == ["one", "two", "four"]
            && emil.messages(with: bela).allSatisfy { $0.state == .delivered || $0.state == .received }
        }, "\(try bela.conversation(with: emil)) \(bela.log)")
      try demand(bela.must("log", "self").contains("taken"))
      try bela.must("send", "emil", "five", "--wait", "delivered", "--timeout", "180s")
      try demand(emil.conversation(with: bela) == ["one", "two", "four", "five"])
      for node in [bela, emil] { try node.stop() }
    }
  }
}
