import Chat
import TestWorld
import Testing
import Wire
import World

/// Edits, reactions, read receipts, replies and erasing.
@Suite struct NoteTests {
  private func pair(_ seed: UInt64 = 1, _ settings: ChatSettings = ChatSettings()) -> SimulatedWorld {
    var world = SimulatedWorld(["ada", "bob"], seed: seed, settings: settings)
    world.introduce(0, 1)
    return world
  }

  @Test func editReachesTheOtherSideAndIsMarked() throws {
    var world = pair()
    let id = world.send("helo", from: 0, to: 1)
    try world.settle()
    let done1 = world.edit(id, to: "hello", at: 0)
    #expect(done1)
    try world.settle()
    for (node, other) in [(0, 1), (1, 0)] {
      let message = try #require(world.message(id, node, with: other))
      #expect(message.body == "hello")
      #expect(message.editedAt != nil)
    }
    #expect(world.told(1).last?.kind == .messageEdited)
    #expect(world.history(1, with: 0).count == 1)
  }

  @Test func onlyTheAuthorEdits() throws {
    var world = pair()
    let sent = world.send("mine", from: 0, to: 1)
    let id = try #require(sent)
    try world.settle()
    let done2 = world.edit(id, to: "not yours", at: 1)
    #expect(!done2)
    #expect(world.lastError == .unknownMessage(id.text))
    let edit = EditMessagePayload(messageID: id.text, newBody: "forged", editedAt: world.wireNow)
    world.transmit(
      MessageContent(body: "forged", type: .text, timestamp: world.wireNow, editPayload: edit), from: 1, to: 0)
    world.transmit(.editMessage, edit, from: 1, to: 0)
    world.run(for: .seconds(60))
    #expect(world.message(id, 0, with: 1)?.body == "mine")
    #expect(world.message(id, 1, with: 0)?.body == "mine")
  }

  @Test func clearEditIsRefused() throws {
    var world = pair()
    let sent = world.send("as it was", from: 0, to: 1)
    let id = try #require(sent)
    try world.settle()
    let edit = EditMessagePayload(messageID: id.text, newBody: "in clear", editedAt: world.wireNow)
    world.transmit(.editMessage, edit, from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(world.message(id, 1, with: 0)?.body == "as it was")
    #expect(world.nodes[1].engine.counters["chat.refused.clear"] == 1)
  }

  @Test func editComesTooLateAfterADay() throws {
    var world = pair()
    let id = world.send("old", from: 0, to: 1)
    try world.settle()
    world.run(for: .seconds(86_401))
    let done3 = world.edit(id, to: "new", at: 0)
    #expect(!done3)
    #expect(world.lastError == .tooOldToEdit(limit: .seconds(86_400)))
    let edit = EditMessagePayload(messageID: id?.text ?? "", newBody: "new", editedAt: world.wireNow)
    world.link(0, 1)
    world.transmit(
      MessageContent(body: "new", type: .text, timestamp: world.wireNow, editPayload: edit), from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(world.message(id, 1, with: 0)?.body == "old")
  }

  @Test func reactionIsSetReplacedAndTakenBack() throws {
    var world = pair()
    let id = world.send("hello", from: 0, to: 1)
    try world.settle()
    world.react("👍", to: id, at: 1, with: 0)
    world.react("❤️", to: id, at: 0, with: 1)
    try world.settle()
    #expect(world.reactions(id, 0, with: 1) == ["❤️", "👍"])
    #expect(world.reactions(id, 1, with: 0) == ["❤️", "👍"])
    world.react("🎉", to: id, at: 1, with: 0)
    try world.settle()
    #expect(world.reactions(id, 0, with: 1) == ["❤️", "🎉"])
    world.react(nil, to: id, at: 1, with: 0)
    try world.settle()
    #expect(world.reactions(id, 0, with: 1) == ["❤️"])
    #expect(world.reactions(id, 1, with: 0) == ["❤️"])
  }

  @Test(arguments: [
    "", " ", "ab", "👍👍", String(repeating: "e", count: 1) + String(repeating: "\u{301}", count: 40), "\u{202E}",
    "\u{9B}", "\u{1B}", "\0", "\u{200D}", "\u{FEFF}", "\u{301}", "x\u{200B}", "\u{2066}",
  ])
  func whatIsNoEmojiIsRefused(_ text: String) throws {
    var world = pair()
    let id = world.send("hello", from: 0, to: 1)
    try world.settle()
    let done4 = world.react(text, to: id, at: 1, with: 0)
    #expect(!done4)
    #expect(world.lastError == .badEmoji)
    world.transmit(.reaction, ReactionMessage(targetMessageID: id?.text ?? "", emoji: text), from: 1, to: 0)
    world.run(for: .seconds(60))
    #expect(world.reactions(id, 0, with: 1).isEmpty)
  }

  @Test(arguments: ["👍", "e\u{301}", "👩🏽‍🚀", "🇨🇭", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "1️⃣", "字", "+"])
  func whatPeopleReactWithIsTaken(_ text: String) throws {
    var world = pair()
    let id = world.send("hello", from: 0, to: 1)
    try world.settle()
    let isDone = world.react(text, to: id, at: 1, with: 0)
    #expect(isDone)
    try world.settle()
    #expect(!world.reactions(id, 0, with: 1).isEmpty)
  }

  /// Builds of the original send reactions and receipts as they are, signed.
  @Test func notesOfTheOriginalAreUnderstood() throws {
    var world = pair()
    let sent = world.send("hello", from: 0, to: 1)
    let id = try #require(sent)
    try world.settle()
    world.transmit(.reaction, ReactionMessage(targetMessageID: id.text, emoji: "👍"), from: 1, to: 0)
    world.transmit(.readReceipt, ReadReceiptMessage(messageIDs: [id.text]), from: 1, to: 0)
    world.run(for: .seconds(60))
    #expect(world.reactions(id, 0, with: 1) == ["👍"])
    #expect(world.state(id, of: 0) == .read)
  }

  @Test func strangersSayNothingAboutMessages() throws {
    var world = SimulatedWorld(["ada", "bob", "eve"], seed: 3)
    world.introduce(0, 1)
    let sent = world.send("hello", from: 0, to: 1)
    let id = try #require(sent)
    try world.settle()
    world.link(0, 2)
    world.transmit(.reaction, ReactionMessage(targetMessageID: id.text, emoji: "👎"), from: 2, to: 0)
    world.transmit(.readReceipt, ReadReceiptMessage(messageIDs: [id.text]), from: 2, to: 0)
    world.run(for: .seconds(60))
    #expect(world.reactions(id, 0, with: 1).isEmpty)
    #expect(world.state(id, of: 0) == .delivered)
    // Nor does another contact about a conversation that is not its own.
    world.introduce(0, 2)
    world.transmit(.readReceipt, ReadReceiptMessage(messageIDs: [id.text]), from: 2, to: 0)
    world.run(for: .seconds(60))
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func readingTellsTheAuthorOnce() throws {
    var world = pair()
    let ids = ["one", "two", "three"].map { world.send($0, from: 0, to: 1) }
    try world.settle()
    #expect(try world.nodes[1].store.countUnread(with: world.id(0)) == 3)
    let done5 = world.read(1, with: 0)
    #expect(done5 == 3)
    let done6 = world.read(1, with: 0)
    #expect(done6 == 0)
    try world.settle()
    for id in ids { #expect(world.state(id, of: 0) == .read) }
    let steps = try world.nodes[0].store.deliverySteps(
      of: MessageKey(peer: world.id(1), direction: .sent, id: try #require(ids[0])))
    #expect(steps.map(\.kind).suffix(2) == [.delivered, .read])
    #expect(world.framesFrom(1).filter { $0.type == .readReceipt }.count == 1)
  }

  @Test func receiptsCanBeTurnedOff() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 1, preferences: ChatPreferences(sendsReceipts: false))
    world.introduce(0, 1)
    let id = world.send("hello", from: 0, to: 1)
    try world.settle()
    let done7 = world.read(1, with: 0)
    #expect(done7 == 1)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
  }

  @Test func replyNamesWhatItAnswers() throws {
    var world = pair()
    let question = world.send("when?", from: 0, to: 1)
    try world.settle()
    let answer = world.reply("now", to: question, from: 1, to: 0)
    try world.settle()
    #expect(world.message(answer, 0, with: 1)?.replyTo == question)
    let done8 = world.reply("what?", to: MessageID("no-such"), from: 1, to: 0)
    #expect(done8 == nil)
    #expect(world.lastError == .unknownMessage("no-such"))
  }

  @Test func whatWasErasedDoesNotComeAgain() throws {
    var world = pair()
    world.faults.lostAcks = 1
    let id = world.send("once", from: 0, to: 1)
    world.run(for: .seconds(20))
    let done9 = world.delete(id, at: 1, with: 0)
    #expect(done9)
    try world.settle()
    #expect(world.state(id, of: 0) == .delivered)
    #expect(world.history(1, with: 0).isEmpty)
    #expect(world.history(0, with: 1).map(\.body) == ["once"])
    #expect(world.told(1).last?.kind == .messageDeleted)
  }

  @Test func erasingWhatWaitsTakesItBack() throws {
    var world = pair()
    world.setOnline(1, false)
    let id = world.send("never", from: 0, to: 1)
    let done10 = world.delete(id, at: 0, with: 1)
    #expect(done10)
    world.setOnline(1, true)
    try world.settle()
    world.run(for: .seconds(3_600))
    #expect(world.history(0, with: 1).isEmpty)
    #expect(world.history(1, with: 0).isEmpty)
  }

  @Test func cancelledMessageIsSentAfterAll() throws {
    var world = pair()
    world.setOnline(1, false)
    let id = world.send("after all", from: 0, to: 1)
    world.cancel(id, at: 0)
    world.setOnline(1, true)
    try world.settle()
    #expect(world.state(id, of: 0) == .failed(.cancelled))
    let done11 = world.retry(id, at: 0)
    #expect(done11)
    try world.settle()
    #expect(world.received(1, from: 0) == ["after all"])
    #expect(world.state(id, of: 0) == .delivered)
    let done12 = world.retry(id, at: 0)
    #expect(!done12)
    #expect(world.lastError == .notRetriable(.delivered))
  }

  /// Everything that is said about messages travels through mailboxes as texts do.
  @Test func notesGoThroughMailboxes() throws {
    var world = pair()
    let id = world.send("helo", from: 0, to: 1)
    try world.settle()
    world.addHolders(3)
    world.read(1, with: 0)
    try world.settle()
    world.setOnline(1, false)
    world.edit(id, to: "hello", at: 0)
    world.react("👋", to: id, at: 0, with: 1)
    world.run(for: .seconds(600))
    world.setOnline(0, false)
    world.setOnline(1, true)
    world.collect(1)
    world.run(for: .seconds(60))
    #expect(world.message(id, 1, with: 0)?.body == "hello")
    #expect(world.reactions(id, 1, with: 0) == ["👋"])
    world.run(for: .seconds(600))
    world.setOnline(1, false)
    world.setOnline(0, true)
    world.collect(0)
    try world.settle()
    #expect(world.told(0).allSatisfy { $0.kind != .sessionHealed })
  }

  @Test func whatComesBeforeItsMessageWaitsForIt() throws {
    var world = pair()
    world.send("first", from: 0, to: 1)
    try world.settle()
    world.link(0, 1)
    world.faults.drop = 1
    let id = world.send("late", from: 0, to: 1)
    world.faults = .none
    world.transmit(.reaction, ReactionMessage(targetMessageID: id?.text ?? "", emoji: "⏰"), from: 0, to: 1)
    world.run(for: .seconds(10))
    #expect(world.received(1, from: 0) == ["first"])
    try world.settle()
    #expect(world.received(1, from: 0) == ["first", "late"])
    #expect(world.reactions(id, 1, with: 0) == ["⏰"])
    #expect(try world.nodes[1].store.takeEarlyNotes(of: world.id(0), about: try #require(id)).isEmpty)
  }

  /// One conversation with an edit, two reactions and a receipt, with a crash at one step of it.
  private func conversation(crashAt step: Int?) throws -> SimulatedWorld {
    var world = pair(11)
    world.crashAt = step
    let id = world.send("helo", from: 0, to: 1)
    try world.settle()
    world.edit(id, to: "hello", at: 0)
    world.react("👋", to: id, at: 1, with: 0)
    try world.settle()
    world.react("👍", to: id, at: 0, with: 1)
    world.read(1, with: 0)
    try world.settle()
    return world
  }

  /// A crash at whatever step leaves both sides with the same: a call that it undid has promised nothing, and what was
  /// promised arrives.
  @Test func crashLosesNoNote() throws {
    let steps = try conversation(crashAt: nil).steps
    for step in 1...steps {
      let world = try conversation(crashAt: step)
      let (sent, received) = (world.history(0, with: 1), world.history(1, with: 0))
      #expect(sent.map(\.body) == received.map(\.body), "step \(step)")
      for (mine, theirs) in zip(sent, received) {
        #expect(mine.editedAt?.seconds == theirs.editedAt?.seconds, "step \(step)")
        #expect(
          Set(mine.reactions.compactMap(\.emoji)) == Set(theirs.reactions.compactMap(\.emoji)), "step \(step)")
        #expect((mine.state == .read) == (theirs.state == .read), "step \(step)")
      }
    }
  }

  @Test func receiptsThatWaitAreJoined() throws {
    var world = pair()
    for number in 0..<5 { world.send("text \(number)", from: 0, to: 1) }
    try world.settle()
    world.setOnline(0, false)
    let bob = world.nodes[1]
    for place in bob.store.state.messages.values.map(\.place).sorted() {
      let ada = world.id(0)
      world.call(1) { node, now throws(ChatError) in
        try node.engine.markRead(with: ada, through: place, at: now, in: node.store, using: &node.chance).directives
      }
    }
    #expect(world.nodes[1].store.state.outbox[world.id(0)]?.count == 1)
    world.setOnline(0, true)
    try world.settle()
    #expect(world.history(0, with: 1).allSatisfy { $0.state == .read })
  }

  /// An edit that comes before its message waits for it.
  @Test(arguments: 1...8) func orderOfArrivalDoesNotMatter(_ seed: UInt64) throws {
    var world = pair(seed)
    world.send("first", from: 0, to: 1)
    try world.settle()
    world.faults = SimulatedWorld.Faults(drop: 0.1, duplicate: 0.2, reorder: true, cut: 0.02, crash: 0.02)
    var ids: [MessageID?] = []
    for number in 0..<10 {
      let id = world.send("text \(number)", from: 0, to: 1)
      world.edit(id, to: "edited \(number)", at: 0)
      world.react("👍", to: id, at: 0, with: 1)
      ids.append(id)
      world.run(for: .seconds(2))
    }
    try world.settle()
    world.faults = .none
    for id in ids.compactMap(\.self) {
      let (sent, received) = (world.message(id, 0, with: 1), world.message(id, 1, with: 0))
      #expect(sent?.body == received?.body)
      #expect(sent?.editedAt?.seconds == received?.editedAt?.seconds)
      #expect(world.reactions(id, 0, with: 1) == world.reactions(id, 1, with: 0))
    }
    let healed = world.told(1).filter { $0.kind == .sessionHealed }.count
    #expect(healed <= 1, "what comes again is known again")
  }
}
