import ControlAPI
import TestWorld
import Testing
import TorTestNetwork

/// The main job with the real program over a real, private Tor network. One network serves one test; the tests run
/// one after another, since a network and its nodes keep two cores busy.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MainJobTests {
  /// A network with this many tor clients, in a directory of its own.
  private func withNetwork(
    clients: Int, _ body: @escaping @Sendable (TestNetwork, String) throws -> Void
  ) async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: clients))
      defer { network.down() }
      try body(network, directory.path)
    }
  }

  private static func node(
    _ name: String, _ network: TestNetwork, _ client: Int, _ folder: String, seed: LabNode? = nil
  ) throws -> LabNode {
    try LabNode(
      name, in: folder, torControl: network.clients[client].controlPort,
      seeds: seed.map { [$0.identity.address] } ?? [])
  }

  @Test func strangersFindEachOtherAndTalk() async throws {
    try await withNetwork(clients: 3) { network, folder in
      let seed = try Self.node("aino", network, 0, folder)
      let bela = try Self.node("bela", network, 1, folder, seed: seed)
      let emil = try Self.node("emil", network, 2, folder, seed: seed)
      let all = [seed, bela, emil]
      for node in all { try node.start() }
      for node in all { try node.awaitPublished() }
      for node in all { try node.awaitContacts(2) }

      // Publish, and find by prefix.
      try emil.must("dir", "publish", "--wait")
      let found = try bela.must("dir", "find", emil.identity.prefix, "--json")
      let result = try ControlJSON.decode(DirectoryFind.Result.self, from: Array(found.utf8))
      try demand(result.matches.count == 1 && result.complete, found)
      let match = result.matches[0]
      try demand(match.nodeID == emil.identity.nodeID)
      try demand(match.safetyNumber == emil.identity.safetyNumber)
      try demand(match.username == "emil" && match.address == emil.identity.address)

      // He was looked for by a guest, whom nobody remembers.
      try demand(bela.must("metrics").contains("guests.made"))
      for node in all { try demand(node.status().directory.contacts == 2, "\(node.name) knows a stranger") }

      // Who is linked already is a seed that was reached.
      try demand(bela.must("dir", "seeds", "add", emil.identity.address).contains("reached"))

      // A link that names one and leads to another is no link of either.
      let onion = seed.identity.address.split(separator: ":")[0]
      let mixed = "sophaxchat://add?id=\(emil.identity.nodeID)&onion=\(onion)&port=25519"
      try demand(bela.sophax("contact", "add", mixed).exitCode == ExitCode.stateForbids.rawValue, mixed)

      // Nobody has that prefix.
      try demand(bela.sophax("dir", "find", "00000000").exitCode == ExitCode.notFound.rawValue)

      // The first message waits for the stranger's decision, and nothing is acknowledged before.
      try bela.must("contact", "add", emil.identity.prefix)
      try bela.must("send", "emil", "hello", "--wait", "sent")
      try demand(
        eventually(within: .seconds(240)) { try emil.must("contact", "requests", "--json").contains("hello") })
      try demand(emil.sophax("log", bela.identity.nodeID).exitCode != 0)
      try demand(!emil.must("contact", "list").contains("bela"))
      try demand(!bela.must("log", "emil", "--json").contains("\"delivered\""))
      try emil.must("contact", "accept", bela.identity.nodeID)
      try demand(
        eventually(within: .seconds(240)) { try bela.must("log", "emil", "--json").contains("\"delivered\"") })

      for (node, peer) in [(bela, "emil"), (emil, "bela")] {
        let contact = try node.must("contact", "show", peer, "--json")
        try demand(contact.contains("\"handshake\":\"post-quantum\""), contact)
      }

      // Both ways, and what was said stands once on both sides, in order.
      try emil.must("send", "bela", "hello yourself", "--wait", "delivered")
      try bela.must("send", "emil", "and again", "--wait", "delivered")
      for node in [bela, emil] {
        try demand(
          node.conversation(with: node === bela ? emil : bela) == ["hello", "hello yourself", "and again"])
      }
      for node in all { try node.stop() }
    }
  }

  @Test func messagesSurviveAbsenceAndCrash() async throws {
    try await withNetwork(clients: 2) { network, folder in
      let bela = try Self.node("bela", network, 0, folder)
      let emil = try Self.node("emil", network, 1, folder, seed: bela)
      try Self.befriend(bela, emil)

      // Offline, then back: queued, and delivered by itself.
      try emil.stop()
      try bela.must("send", "emil", "are you there?")
      let late = try bela.sophax("send", "emil", "still waiting", "--wait", "delivered", "--timeout", "2s")
      try demand(late.exitCode == ExitCode.timedOut.rawValue)

      // The sender crashes meanwhile, then the receiver comes back and crashes too.
      bela.crash()
      try bela.start()
      try emil.start()
      let expected = ["hello", "hello yourself", "are you there?", "still waiting"]
      try demand(eventually(within: .seconds(180)) { try emil.conversation(with: bela) == expected }, "\(bela.log)")
      emil.crash()
      try emil.start()
      try bela.must("send", "emil", "last", "--wait", "delivered", "--timeout", "180s")
      try demand(emil.conversation(with: bela) == expected + ["last"])
      try demand(bela.conversation(with: emil) == expected + ["last"])
      try bela.stop()
      try emil.stop()
    }
  }

  /// Two who are never online together: the nodes in between hold what they say, and are killed meanwhile.
  @Test func messagesWaitAtOthersForWhoIsAway() async throws {
    try await withNetwork(clients: 4) { network, folder in
      let aino = try Self.node("aino", network, 0, folder)
      let otso = try Self.node("otso", network, 1, folder, seed: aino)
      let bela = try Self.node("bela", network, 2, folder, seed: aino)
      let emil = try Self.node("emil", network, 3, folder, seed: aino)
      let holders = [aino, otso]
      for node in holders { try node.start() }
      for node in holders { try node.awaitPublished() }
      try holders[0].awaitContacts(1)

      // Emil tells the directory who he is, and goes.
      try emil.start()
      try emil.awaitPublished()
      try emil.awaitContacts(2)
      try emil.must("dir", "publish", "--wait")
      try emil.must("contact", "add", bela.identity.nodeID, "--name", "bela")
      try emil.stop()

      // Bela writes to somebody who is away: others hold it, and no state says more.
      try bela.start()
      try bela.awaitPublished()
      try bela.awaitContacts(2)
      try bela.must("dir", "publish", "--wait")
      try bela.must("contact", "add", emil.identity.nodeID, "--name", "emil")
      try bela.must("send", "emil", "read this when you are back")
      try demand(Self.isHeld("read this when you are back", bela, "emil"), "\(bela.log)")
      try demand(holders.contains { try $0.status().relay.heldMessages > 0 })
      try demand(!bela.must("log", "emil", "--json").contains("\"delivered\""))
      try bela.stop()
      let held = try holders.map { try $0.status().relay.heldMessages }

      for node in holders { node.crash() }
      for node in holders { try node.start() }
      for node in holders { try node.awaitPublished() }
      try demand(held == holders.map { try $0.status().relay.heldMessages }, "what was signed for is still held")

      // Emil comes back and has it; his answer and his receipt wait for Bela.
      try emil.start()
      try demand(
        eventually(within: .seconds(240)) { try emil.conversation(with: bela) == ["read this when you are back"] },
        "\(emil.log)")
      try emil.must("msg", "react", emil.messages(with: bela)[0].messageID, "👍")
      try emil.must("send", "bela", "and you this")
      try demand(Self.isHeld("and you this", emil, "bela"), "\(emil.log)")
      try demand(
        eventually(within: .seconds(240)) {
          try holders.map { try $0.status().relay.heldMessages }.reduce(0, +) >= 5
        }, "receipt, reaction and answer at two nodes, or one of them at one: \(emil.log)")
      try emil.stop()

      try bela.start()
      try demand(
        eventually(within: .seconds(240)) {
          let messages = try bela.messages(with: emil)
          return messages.map(\.body) == ["read this when you are back", "and you this"]
            && messages[0].state == .delivered && messages[0].reactions == [ReactionView(by: .incoming, emoji: "👍")]
        }, "\(bela.log)")
      for node in holders + [bela] { try node.stop() }
    }
  }

  @Test func aTorOfTheNodesOwnServesLikeTheSystems() async throws {
    try await withNetwork(clients: 1) { network, folder in
      let bela = try Self.node("bela", network, 0, folder)
      let emil = try LabNode(
        "emil", in: folder, template: network.templatePath, seeds: [bela.identity.address])
      try Self.befriend(bela, emil)
      try demand(emil.status().tor.mode == .own)
      try emil.stop()
      try emil.start()
      try emil.awaitPublished()
      try bela.must("send", "emil", "and again", "--wait", "delivered", "--timeout", "180s")
      for node in [bela, emil] { try node.stop() }
    }
  }

  @Test func torMayDieUnderARunningNode() async throws {
    try await withNetwork(clients: 2) { network, folder in
      let bela = try Self.node("bela", network, 0, folder)
      let emil = try Self.node("emil", network, 1, folder, seed: bela)
      try Self.befriend(bela, emil)
      let address = emil.identity.address

      try network.kill(network.clients[1].name)
      try demand(
        eventually(within: .seconds(240)) {
          let status = try emil.status()
          return status.tor.phase == .down && status.onion.state == .down && status.tor.fix != nil
            && !status.missing.isEmpty
        })
      try bela.must("send", "emil", "while tor is away")

      try network.start(network.clients[1].name)
      try emil.awaitPublished()
      try demand(emil.status().identity.address == address)
      try demand(
        try eventually(within: .seconds(240)) { try emil.conversation(with: bela).last == "while tor is away" },
        "\(bela.log)")
      try emil.must("send", "bela", "tor is back", "--wait", "delivered", "--timeout", "240s")
      try bela.stop()
      try emil.stop()
    }
  }

  /// More than texts: edits, reactions, replies, receipts, messages that end, verification, and a session begun anew.
  @Test func aConversationHasManyKinds() async throws {
    try await withNetwork(clients: 2) { network, folder in
      let bela = try Self.node("bela", network, 0, folder)
      let emil = try Self.node("emil", network, 1, folder, seed: bela)
      try Self.befriend(bela, emil)
      let sent = try bela.must("send", "emil", "are you theer?", "--wait", "delivered", "--json")
      let id = try ControlJSON.decode(MessageView.self, from: Array(sent.utf8)).messageID

      try bela.must("msg", "edit", id, "are you there?")
      try Self.await(emil, from: bela, "the edit") { $0.body == "are you there?" && $0.edited != nil }
      try demand(emil.sophax("msg", "edit", id, "no").exitCode == ExitCode.stateForbids.rawValue)
      try emil.must("msg", "react", id, "👍")
      try Self.await(bela, from: emil, "the reaction") {
        $0.reactions == [ReactionView(by: .incoming, emoji: "👍")]
      }
      try emil.must("send", "bela", "yes", "--reply-to", id, "--wait", "delivered")
      try demand(bela.messages(with: emil).last?.reply?.excerpt == "are you there?")
      try emil.must("msg", "read", "bela")
      try Self.await(bela, from: emil, "the read receipt") { $0.messageID == id && $0.state == .read }
      let kinds = try bela.must("msg", "trace", id, "--json").split(separator: "\n").map {
        try ControlJSON.decode(TraceStep.self, from: Array($0.utf8)).kind
      }
      try demand(kinds.filter { $0 != .dialling } == [.queued, .sent, .delivered, .read], "\(kinds)")

      try bela.must("send", "emil", "burn this", "--disappear", "20s", "--wait", "delivered")
      for (node, peer) in [(bela, emil), (emil, bela)] {
        try demand(
          eventually(within: .seconds(60)) { try !node.conversation(with: peer).contains("burn this") })
      }
      try emil.must("msg", "delete", id)
      try demand(!emil.conversation(with: bela).contains("are you there?"))
      try demand(bela.conversation(with: emil).contains("are you there?"))
      try bela.must("send", "self", "milk")
      try demand(bela.must("log", "self").contains("milk"))

      let wrong = try bela.sophax("contact", "verify", "emil", bela.identity.safetyNumber)
      try demand(wrong.exitCode == ExitCode.stateForbids.rawValue)
      let short = try bela.sophax("contact", "verify", "emil", "12345 6789O")
      try demand(short.exitCode == ExitCode.badInput.rawValue, short.errors)
      try demand(
        short.errors.contains("60 digits are needed, and 9 were given, with 1 other character"), short.errors)
      try demand(
        bela.must("contact", "verify", "emil", emil.identity.safetyNumber, "--json").contains("\"verified\":"))

      try bela.must("contact", "session", "emil", "--reset")
      try bela.must("send", "emil", "anew", "--wait", "delivered", "--timeout", "120s")
      let begun = try bela.must("contact", "session", "emil", "--json")
      try demand(!begun.contains("\"broken\""), "what was acknowledged was read: \(begun)")
      try emil.must("send", "bela", "so it is", "--wait", "delivered", "--timeout", "120s")
      for (node, peer) in [(bela, "emil"), (emil, "bela")] {
        let session = try node.must("contact", "session", peer, "--json")
        try demand(session.contains("\"healed\":") && session.contains("\"established\""), session)
        try node.stop()
      }
    }
  }

  /// Two terminals, and what each sees of the other.
  @Test(.enabled(if: Tmux.isInstalled, "tmux is not installed")) func twoPeopleChatOnTheirScreens() async throws {
    try await withNetwork(clients: 2) { network, folder in
      let bela = try Self.node("bela", network, 0, folder)
      let emil = try Self.node("emil", network, 1, folder, seed: bela)
      try Self.befriend(bela, emil)
      let ours = try Tmux(in: bela.home, columns: 90, rows: 20)
      let theirs = try Tmux(in: emil.home, columns: 90, rows: 20)
      for (tmux, node, peer) in [(ours, bela, "emil"), (theirs, emil, "bela")] {
        try tmux.type("\(node.commandLine) chat \(peer)")
        try tmux.press("Enter")
        try tmux.see("hello yourself")
      }

      try ours.type("how is the weather ☔?")
      try theirs.see("writes …")
      try ours.press("Enter")
      try theirs.see("how is the weather ☔?")
      try ours.see("it was seen") { $0.contains("how is the weather ☔?  read") }
      try theirs.type("/react 👍")
      try theirs.press("Enter")
      try ours.see("👍")
      try theirs.type("/reply rain")
      try theirs.press("Enter")
      try ours.see("rain")
      try ours.type("/edit how was the weather?")
      try ours.press("Enter")
      try theirs.see("how was the weather?")

      try Files.write(Array("a picture".utf8), to: bela.home + "/my cat.png")
      try ours.type("/file '\(bela.home)/my cat.png' look at her")
      try ours.press("Enter")
      try theirs.see("look at her")
      try theirs.see("my cat.png")
      try theirs.type("/save \(emil.home)/cat.png")
      try theirs.press("Enter")
      try demand(
        eventually(within: .seconds(30)) {
          (try? Files.read(emil.home + "/cat.png")) == Array("a picture".utf8)
        }, theirs.screen)
      for tmux in [ours, theirs] { try tmux.press("C-d") }
      try bela.stop()
      try emil.stop()
    }
  }

  /// Waits for a message that is so.
  private static func await(
    _ node: LabNode, from peer: LabNode, _ what: String, _ isSo: (MessageView) -> Bool
  ) throws {
    try demand(
      eventually(within: .seconds(120)) { try node.messages(with: peer).contains(where: isSo) },
      "\(node.name) lacks \(what): \(node.log)")
  }

  /// Waits until another node signed that it holds a message.
  private static func isHeld(_ text: String, _ node: LabNode, _ peer: String) throws -> Bool {
    try eventually(within: .seconds(240)) {
      try node.must("log", peer, "--json").split(separator: "\n").contains {
        let message = try ControlJSON.decode(MessageView.self, from: Array($0.utf8))
        return message.body == text && message.state == .relayed
      }
    }
  }

  /// Two nodes that have talked once.
  private static func befriend(_ bela: LabNode, _ emil: LabNode) throws {
    for node in [bela, emil] { try node.start() }
    for node in [bela, emil] { try node.awaitPublished() }
    try bela.must("contact", "add", emil.identity.link)
    try emil.must("contact", "add", bela.identity.link)
    try bela.must("send", emil.identity.nodeID, "hello", "--wait", "delivered", "--timeout", "180s")
    try emil.must("send", bela.identity.nodeID, "hello yourself", "--wait", "delivered", "--timeout", "180s")
  }
}
