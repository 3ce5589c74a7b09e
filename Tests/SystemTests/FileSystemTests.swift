import ControlAPI
import TestWorld
import Testing
import TorTestNetwork
import World

/// Files over a real, private Tor network, through kills of both sides and a disk that is full.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FileSystemTests {
  @Test func filesArriveWholeWhateverHappens() async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: 2))
      defer { network.down() }
      let folder = directory.path
      let bela = try LabNode("bela", in: folder, torControl: network.clients[0].controlPort)
      let emil = try LabNode(
        "emil", in: folder, torControl: network.clients[1].controlPort, seeds: [bela.identity.address])
      for node in [bela, emil] { try node.start() }
      for node in [bela, emil] { try node.awaitPublished() }
      try bela.must("contact", "add", emil.identity.link)
      try emil.must("contact", "add", bela.identity.link)
      try bela.must("send", emil.identity.nodeID, "hello", "--wait", "delivered", "--timeout", "180s")

      try Self.small(from: bela, to: emil, in: folder)
      try Self.large(from: bela, to: emil, in: folder)
      try Self.ends(from: bela, to: emil, in: folder)
      for node in [bela, emil] { try node.stop() }
    }
  }

  /// Goes with its message, and is written only where it is wanted.
  private static func small(from bela: LabNode, to emil: LabNode, in folder: String) throws {
    let path = folder + "/note.txt"
    try Files.write(Array("a small file".utf8), to: path)
    let id = try Self.sent(
      bela.must(
        "send", emil.identity.nodeID, "see", "--file", path, "--wait", "fetched", "--timeout", "180s", "--json"))
    let message = try Self.shown(emil, id)
    try demand(message.body == "see" && message.file?.phase == .complete && message.file?.mime == "text/plain")
    try emil.must("file", "save", id, folder + "/here.txt")
    try demand(Files.read(folder + "/here.txt") == Files.read(path))
    let again = try emil.sophax("file", "save", id, folder + "/here.txt")
    try demand(again.exitCode == ExitCode.stateForbids.rawValue, "an existing file is not replaced unasked")
    try demand(bela.must("msg", "trace", id).contains("delivered"))
    try Files.write([], to: folder + "/empty.txt")
    let empty = try Self.sent(
      bela.must(
        "send", emil.identity.nodeID, "--file", folder + "/empty.txt", "--wait", "fetched", "--timeout", "180s",
        "--json"))
    try demand(Self.shown(emil, empty).file?.size == 0)
    try emil.must("file", "save", empty, folder + "/nothing.txt")
    try demand(Files.read(folder + "/nothing.txt") == [])
    try demand(emil.must("search", "EMPTY.txt").contains("empty.txt"), "search knows names of files")
  }

  /// Is fetched when it is wanted, through kill -9 of the receiver, of the sender, and a full disk.
  private static func large(from bela: LabNode, to emil: LabNode, in folder: String) throws {
    let path = folder + "/film.mp4"
    var chance = SeededRandom(seed: 11)
    let bytes = chance.bytes(40 << 20)
    try Files.write(bytes, to: path)
    let id = try Self.sent(
      bela.must("send", emil.identity.nodeID, "--file", path, "--wait", "delivered", "--timeout", "180s", "--json"))
    try demand(Self.shown(emil, id).file?.phase == .offered)
    let early = try emil.sophax("file", "save", id, folder)
    try demand(early.exitCode == ExitCode.stateForbids.rawValue, early.errors)

    // The disk takes 4 MiB and no more; messages still come.
    try emil.limitFiles(to: 4 << 20)
    try emil.must("file", "accept", id)
    try Self.await(emil, id, "the disk is full") { $0.transferred >= 3 << 20 }
    try bela.must("send", emil.identity.nodeID, "and a word", "--wait", "delivered", "--timeout", "180s")
    try demand(Self.shown(emil, id).file?.phase == .fetching)
    emil.crash()
    try emil.start()
    try Self.await(emil, id, "the receiver goes on") { $0.transferred >= 6 << 20 }
    try demand(Self.shown(emil, id).file?.phase == .fetching, "the file was there before the test came to it")
    emil.crash()
    try emil.start()
    try Self.await(emil, id, "the receiver goes on after a kill") { $0.transferred >= 12 << 20 }
    bela.crash()
    let there = try Self.shown(emil, id).file?.transferred ?? 0
    try bela.start()
    try Self.await(emil, id, "the sender goes on after a kill") { $0.transferred > there || $0.phase == .complete }
    try emil.must("file", "accept", id, "--wait", "--timeout", "240s")
    try bela.must("send", emil.identity.nodeID, "all there?", "--wait", "delivered", "--timeout", "180s")
    try demand(
      eventually(within: .seconds(120)) { try Self.shown(bela, id).file?.phase == .complete },
      "the sender hears of it")
    try demand(bela.must("msg", "trace", id).contains("complete"))
    try emil.must("file", "save", id, folder + "/out.mp4")
    try demand(Files.read(folder + "/out.mp4") == bytes, "the file is another one")
  }

  /// Declined and wanted after all, erased by either in the middle: the other side always learns how it ended.
  private static func ends(from bela: LabNode, to emil: LabNode, in folder: String) throws {
    let path = folder + "/album.zip"
    var chance = SeededRandom(seed: 12)
    try Files.write(chance.bytes(20 << 20), to: path)
    // The disk takes 4 MiB and no more, so none of them comes to its end.
    try emil.limitFiles(to: 4 << 20)
    for eraser in [emil, bela] {
      let id = try Self.sent(
        bela.must(
          "send", emil.identity.nodeID, "--file", path, "--wait", "delivered", "--timeout", "180s", "--json"))
      try emil.must("file", "cancel", id)
      try Self.await(bela, id, "the sender hears that it is declined") { $0.phase == .declined }
      try emil.must("file", "accept", id)
      try Self.await(bela, id, "and that it is wanted after all") { $0.phase == .offered }
      try Self.await(emil, id, "the middle") { $0.transferred >= 1 << 20 }
      try eraser.must("msg", "delete", id)
      let (other, end) = eraser === emil ? (bela, FilePhase.declined) : (emil, .withdrawn)
      try Self.await(other, id, "the other side learns that it was erased") { $0.phase == end }
    }
    try emil.limitFiles(to: nil)
  }

  private static func sent(_ line: String) throws -> String {
    try ControlJSON.decode(MessageView.self, from: Array(line.utf8)).messageID
  }

  private static func shown(_ node: LabNode, _ id: String) throws -> MessageView {
    try ControlJSON.decode(MessageView.self, from: Array(try node.must("file", "show", id, "--json").utf8))
  }

  private static func await(
    _ node: LabNode, _ id: String, _ what: String, _ condition: (FileView) -> Bool
  ) throws {
    try demand(
      eventually(within: .seconds(240)) { try Self.shown(node, id).file.map(condition) ?? false },
      "\(what): \(try Self.shown(node, id)) \(node.log.suffix(2000))")
  }
}
