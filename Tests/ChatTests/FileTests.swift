import Chat
import Crypto
import FileTransfer
import TestWorld
import Testing
import Wire
import World

/// Files as the conversation sees them; their chunks are the daemon's, which the world leaves to the tests.
@Suite struct FileTests {
  private func pair(
    _ seed: UInt64 = 1, unasked: Int64 = 10 << 20, quota: Int64 = 1 << 30
  ) -> SimulatedWorld {
    var world = SimulatedWorld(
      ["ada", "bob"], seed: seed, preferences: ChatPreferences(fetchedUnasked: unasked, fileQuota: quota))
    world.introduce(0, 1)
    return world
  }

  // MARK: With the message

  @Test func aSmallFileArrivesWithItsMessage() throws {
    var world = pair()
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let id = world.sendFile(.bytes(bytes), "photo.jpg", "image/jpeg", caption: "look", from: 0, to: 1)
    try world.settle()
    let message = try #require(world.message(id, 1, with: 0))
    #expect(message.body == "look")
    #expect(message.file == ChatFile(kind: .image, name: "photo.jpg", mime: "image/jpeg", size: 50_000))
    let row = try #require(world.file(id, 1, with: 0))
    #expect(row.state == .complete && row.isWhole)
    #expect(world.nodes[1].store.state.attachments[row.id] == bytes)
    #expect(world.message(id, 0, with: 1)?.state == .delivered)
    #expect(world.file(id, 0, with: 1)?.state == .complete)
  }

  /// What has not left is not there, and what is taken back or refused never will be.
  @Test func aSmallFileIsCompleteWhenItsMessageIs() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.cut(0, 1)
    world.setOnline(1, false)
    let id = world.sendFile(.bytes([1, 2, 3]), "a", nil, from: 0, to: 1)
    let other = world.sendFile(.bytes([4]), "b", nil, from: 0, to: 1)
    #expect(world.file(id, 0, with: 1)?.state == .offered)
    // It is taken back with its message, and comes again with it.
    let taken = world.cancelFile(other, at: 0, with: 1)
    #expect(taken && world.message(other, 0, with: 1)?.state == .failed(.cancelled))
    #expect(world.file(other, 0, with: 1)?.state == .withdrawn)
    world.retry(other, at: 0)
    #expect(world.file(other, 0, with: 1)?.state == .offered)
    world.setOnline(1, true)
    world.link(0, 1)
    try world.settle()
    for id in [id, other] {
      #expect(world.message(id, 0, with: 1)?.state == .delivered)
      #expect(world.file(id, 0, with: 1)?.state == .complete && world.file(id, 1, with: 0)?.state == .complete)
    }
    let late = world.cancelFile(id, at: 0, with: 1)
    #expect(!late && world.lastError == .fileState(.complete))
  }

  @Test func anEmptyFileArrives() throws {
    var world = pair()
    for to in [1, 0] {
      let id = world.sendFile(.bytes([]), "empty.txt", "text/plain", caption: "nothing", from: 0, to: to)
      try world.settle()
      let message = try #require(world.message(id, to, with: 0))
      #expect(message.body == "nothing")
      #expect(message.file == ChatFile(kind: .file, name: "empty.txt", mime: "text/plain", size: 0))
      let row = try #require(world.file(id, to, with: 0))
      #expect(row.state == .complete && row.isWhole && row.size == 0)
      #expect(world.nodes[to].store.state.attachments[row.id] == [])
    }
  }

  @Test func whatWouldBeCutIsNotSent() throws {
    var world = pair()
    let (name, mime) = (String(repeating: "n", count: 255), "m/" + String(repeating: "m", count: 125))
    let day = Duration.seconds(86_400)
    #expect(world.sendFile(.bytes([1]), name, mime, lasting: day, from: 0, to: 1) != nil)
    try world.settle()
    #expect(world.history(1, with: 0).last?.file?.name == name)
    #expect(world.history(1, with: 0).last?.file?.duration == day)
    for (name, mime, duration, error) in [
      (name + "n", mime, nil, ChatError.fileNameTooLong(count: 256, limit: 255)),
      (String(repeating: "ä", count: 128), mime, nil, .fileNameTooLong(count: 256, limit: 255)),
      (name, mime + "m", nil, .mimeTooLong(count: 128, limit: 127)),
      (name, "", nil, .badMime), (name, "text", nil, .badMime), (name, "text/", nil, .badMime),
      (name, "/plain", nil, .badMime), (name, "not a type/x", nil, .badMime), (name, "a/b/c", nil, .badMime),
      (name, "text/plain;\u{1B}[2J", nil, .badMime), (name, "text/plän", nil, .badMime),
      (name, mime, day + .milliseconds(1), .badDuration(longest: day)),
      (name, mime, .milliseconds(-1), .badDuration(longest: day)),
      (name, mime, .milliseconds(Int64.max), .badDuration(longest: day)),
    ] as [(String, String, Duration?, ChatError)] {
      #expect(world.sendFile(.bytes([1]), name, mime, lasting: duration, from: 0, to: 1) == nil)
      #expect(world.lastError == error)
    }
    #expect(world.history(0, with: 1).count == 1)
    for mime in ["text/plain; charset=utf-8", "application/vnd.x-y+zip", "IMAGE/PNG"] {
      #expect(world.sendFile(.bytes([1]), name, mime, from: 0, to: 1) != nil)
    }
  }

  @Test func aFileMayAnswerAMessage() throws {
    var world = pair()
    let question = world.send("have you a picture?", from: 1, to: 0)
    try world.settle()
    let made = world.offer(size: 500_000)
    let offer = try #require(made)
    for source in [OutgoingFile.Source.bytes([1, 2, 3]), .offer(offer)] {
      let answer = world.sendFile(source, "cat.png", "image/png", answering: question, from: 0, to: 1)
      try world.settle()
      #expect(world.message(answer, 1, with: 0)?.replyTo == question)
    }
    let unknown = world.sendFile(
      .bytes([1]), "cat.png", "image/png", answering: MessageID("no-such"), from: 0, to: 1)
    #expect(unknown == nil)
    #expect(world.lastError == .unknownMessage("no-such"))
  }

  @Test func whatTheOriginalSendsIsRead() throws {
    for (type, kind) in [
      (ContentType.image, ChatFile.Kind.image), (.audio, .audio), (.file, .file),
    ] {
      var world = pair()
      world.send("hi", from: 0, to: 1)
      try world.settle()
      world.transmit(
        MessageContent(
          body: "", type: type, timestamp: world.wireNow, attachmentData: Base64Data([1, 2, 3]),
          attachmentMimeType: "x/y", attachmentFilename: "../n", audioDuration: 1.5), from: 0, to: 1)
      world.run(for: .seconds(60))
      let file = try #require(world.history(1, with: 0).last?.file)
      #expect(file == ChatFile(kind: kind, name: "../n", mime: "x/y", duration: .milliseconds(1500), size: 3))
    }
  }

  @Test(arguments: [
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)), attachmentData: Base64Data([]),
      file: FileTests.pointer { $0.size = 0 }),
    MessageContent(body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0))),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.size = 0 }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.size = .max }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.chunkSize = 0 }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.chunkSize = -1 }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.token = Base64Data([]) }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.key = Base64Data([1]) }),
    MessageContent(
      body: "", type: .file, timestamp: WireDate(Timestamp(milliseconds: 0)),
      file: FileTests.pointer { $0.root = Base64Data([UInt8](repeating: 0, count: 33)) }),
  ])
  func whatIsNoFileIsRefused(_ content: MessageContent) throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.transmit(content, from: 0, to: 1)
    world.run(for: .seconds(60))
    #expect(world.history(1, with: 0).count == 1)
    #expect(world.nodes[1].engine.counters["chat.refused.content"] == 1)
    #expect(world.nodes[1].store.state.files.isEmpty)
  }

  static func pointer(_ change: (inout FilePointer) -> Void = { _ in }) -> FilePointer {
    var pointer = FilePointer(
      token: Base64Data([UInt8](repeating: 1, count: 16)), key: Base64Data([UInt8](repeating: 2, count: 32)),
      size: 1000, chunkSize: 65_536, root: Base64Data([UInt8](repeating: 3, count: 32)))
    change(&pointer)
    return pointer
  }

  @Test func overlongNamesAreCutAndOddDurationsDropped() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.transmit(
      MessageContent(
        body: "", type: .audio, timestamp: world.wireNow, attachmentData: Base64Data([1]),
        attachmentMimeType: String(repeating: "m", count: 10_000),
        attachmentFilename: String(repeating: "ä", count: 10_000), audioDuration: -1), from: 0, to: 1)
    world.run(for: .seconds(60))
    let file = try #require(world.history(1, with: 0).last?.file)
    #expect(file.name?.utf8.count == 254 && file.mime?.utf8.count == 127 && file.duration == nil)
  }

  @Test func aFullDiskRefusesWhatComesWithAMessage() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.nodes[1].store.hasRoomForFiles = false
    let id = world.sendFile(.bytes([1, 2, 3]), "a", nil, from: 0, to: 1)
    try world.settle()
    #expect(world.message(id, 1, with: 0) == nil)
    #expect(world.message(id, 0, with: 1)?.state == .failed(.refusedByPeer))
    #expect(world.file(id, 0, with: 1)?.state == .declined)
  }

  @Test func aNoteToOneselfMayBeAFile() throws {
    var world = pair()
    let id = world.sendFile(.bytes([1, 2, 3]), "a", nil, from: 0, to: 0)
    #expect(world.message(id, 0, with: 0)?.state == .read)
    #expect(world.file(id, 0, with: 0)?.state == .complete)
  }

  @Test func aSmallFileGoesThroughACrashAtEachStep() throws {
    for step in 1...60 {
      var world = pair(7)
      world.crashAt = step
      let id = world.sendFile(.bytes([9, 8, 7]), "a", nil, from: 0, to: 1)
      try world.settle()
      guard id != nil else { continue }
      let row = try #require(world.file(id, 1, with: 0), "step \(step)")
      #expect(world.nodes[1].store.state.attachments[row.id] == [9, 8, 7])
      #expect(world.history(1, with: 0).count == 1)
    }
  }

  // MARK: Fetched apart

  @Test func aFileOfAContactIsFetchedUnasked() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    let row = try #require(world.file(id, 1, with: 0))
    #expect(row.state == .fetching && world.nodes[1].fetching == [row.id])
    #expect(world.file(id, 0, with: 1)?.state == .offered)
    world.fetched(row.id, at: 1)
    try world.settle()
    #expect(world.file(id, 1, with: 0)?.state == .complete)
    #expect(world.file(id, 0, with: 1)?.state == .complete)
    #expect(world.told(0).last?.kind == .fileState)
    let key = MessageKey(peer: world.id(1), direction: .sent, id: try #require(id))
    #expect(world.nodes[0].store.state.steps[key]?.last?.kind == .file)
    #expect(world.history(1, with: 0).count == 1)
  }

  @Test func aLargeFileWaitsForTheUser() throws {
    var world = pair(unasked: 1 << 20)
    let id = world.offerFile(size: 2 << 20, from: 0, to: 1)
    try world.settle()
    #expect(world.file(id, 1, with: 0)?.state == .offered && world.nodes[1].fetching.isEmpty)
    let taken = world.acceptFile(id, at: 1, with: 0)
    #expect(taken && world.file(id, 1, with: 0)?.state == .fetching)
    #expect(world.nodes[1].fetching.count == 1)
  }

  @Test func quotaAndRoomAreKept() throws {
    var world = pair(quota: 3 << 20)
    let first = world.offerFile(size: 2 << 20, from: 0, to: 1)
    let second = world.offerFile(size: 2 << 20, from: 0, to: 1)
    try world.settle()
    #expect(world.file(first, 1, with: 0)?.state == .fetching)
    #expect(world.file(second, 1, with: 0)?.state == .offered)
    let over = world.acceptFile(second, at: 1, with: 0)
    #expect(!over && world.lastError == .fileQuota(limit: 3 << 20))
    world.nodes[1].store.hasRoomForFiles = false
    let declined = world.cancelFile(first, at: 1, with: 0)
    let full = world.acceptFile(second, at: 1, with: 0)
    #expect(declined && !full && world.lastError == .noRoomForFile)
    world.nodes[1].store.hasRoomForFiles = true
    let taken = world.acceptFile(second, at: 1, with: 0)
    #expect(taken)
  }

  /// A small one comes with its message, which waits at its sender then.
  @Test func whoeverHasNoRoomForAFileInAMessageIsTold() throws {
    var world = pair(quota: 100)
    let sent = world.sendFile(.bytes([UInt8](repeating: 1, count: 101)), "a", nil, caption: "see", from: 0, to: 1)
    let id = try #require(sent)
    try world.settle()
    #expect(world.state(id, of: 0) == .failed(.refusedByPeer))
    #expect(world.history(1, with: 0).isEmpty)
    #expect(world.told(1).filter { $0.kind == .fileRefused }.map(\.peer) == [world.id(0)])
    let second = world.sendFile(.bytes([1]), "b", nil, from: 0, to: 1)
    let fits = try #require(second)
    try world.settle()
    #expect(world.state(fits, of: 0) == .delivered)
  }

  @Test func whoeverDoesNotWantAFileSaysSo() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    let done = world.cancelFile(id, at: 1, with: 0)
    try world.settle()
    #expect(done && world.nodes[1].fetching.isEmpty)
    #expect(world.file(id, 1, with: 0)?.state == .declined)
    #expect(world.file(id, 0, with: 1)?.state == .declined)
    // And may think better of it.
    let again = world.acceptFile(id, at: 1, with: 0)
    try world.settle()
    #expect(again && world.file(id, 0, with: 1)?.state == .offered)
    world.fetched(try #require(world.file(id, 1, with: 0)).id, at: 1)
    try world.settle()
    #expect(world.file(id, 0, with: 1)?.state == .complete)
  }

  /// What was declined and accepted after all can be taken back like any other.
  @Test(arguments: [false, true]) func aSenderTakesAFileBack(afterDecline: Bool) throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    if afterDecline {
      let declined = world.cancelFile(id, at: 1, with: 0)
      try world.settle()
      #expect(declined && world.file(id, 0, with: 1)?.state == .declined)
    }
    let done = world.cancelFile(id, at: 0, with: 1)
    try world.settle()
    #expect(done && world.nodes[1].fetching.isEmpty)
    #expect(world.file(id, 1, with: 0)?.state == .withdrawn)
    let late = world.acceptFile(id, at: 1, with: 0)
    #expect(!late && world.lastError == .fileState(.withdrawn))
  }

  @Test func whatIsLostCanBeAskedForAgain() throws {
    for (event, state) in [(FileEvent.lost, FileState.gone), (.damaged, .damaged)] {
      var world = pair()
      let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
      try world.settle()
      let row = try #require(world.file(id, 1, with: 0))
      world.call(1) { node, now throws(ChatError) in
        try node.engine.fileLost(row.id, event, at: now, in: node.store, using: &node.chance)
      }
      #expect(world.file(id, 1, with: 0)?.state == state && world.nodes[1].fetching.isEmpty)
      let again = world.acceptFile(id, at: 1, with: 0)
      #expect(again && world.nodes[1].fetching == [row.id])
    }
  }

  /// What a peer says of files moves its own side's state alone.
  @Test func nobodySpeaksForTheOther() throws {
    var world = pair(unasked: 0)
    let sent = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    let id = try #require(sent)
    for news in [FileNewsPayload.News.fetched, .declined] {
      world.transmit(
        MessageContent(
          body: "", type: .text, timestamp: world.wireNow,
          fileNews: FileNewsPayload(messageID: id.text, news: news)), from: 0, to: 1)
    }
    world.transmit(
      MessageContent(
        body: "", type: .text, timestamp: world.wireNow,
        fileNews: FileNewsPayload(messageID: id.text, news: .withdrawn)), from: 1, to: 0)
    world.run(for: .seconds(60))
    #expect(world.file(id, 1, with: 0)?.state == .offered && world.file(id, 0, with: 1)?.state == .offered)
    #expect(world.history(1, with: 0).count == 1 && world.history(0, with: 1).count == 1)
  }

  @Test func aStrangersFileIsNotFetched() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 3)
    world.add(1, to: 0)
    let id = world.offerFile(size: 1000 << 10, from: 0, to: 1)
    world.run(for: .seconds(120))
    #expect(world.file(id, 1, with: 0)?.state == .offered && world.nodes[1].fetching.isEmpty)
    let early = world.acceptFile(id, at: 1, with: 0)
    #expect(!early && world.lastError == .contactRequested)
    world.accept(0, at: 1)
    let taken = world.acceptFile(id, at: 1, with: 0)
    #expect(taken)
  }

  @Test func aStrangersLargeAttachmentIsNotKept() throws {
    var world = SimulatedWorld(["ada", "bob"], seed: 4)
    world.add(1, to: 0)
    world.sendFile(.bytes([UInt8](repeating: 1, count: 70_000)), "a", nil, from: 0, to: 1)
    world.run(for: .seconds(120))
    #expect(world.nodes[1].store.state.files.isEmpty && world.nodes[1].store.state.attachments.isEmpty)
    #expect(world.nodes[1].engine.counters["chat.refused.content"] > 0)
  }

  @Test func aRestartTakesFetchingUpAndDialsTheSender() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    let row = try #require(world.file(id, 1, with: 0))
    world.cut(0, 1)
    world.connects = []
    world.crash(1)
    #expect(world.nodes[1].fetching == [row.id] && world.nodes[1].sweeps > 0)
    world.run(for: .seconds(60))
    #expect(world.links[[0, 1]] != nil, "a file that is wanted has its sender dialled")
  }

  @Test func filesGoWithWhatTheyBelongTo() throws {
    var world = pair()
    let first = world.offerFile(size: 5 << 20, from: 0, to: 1)
    world.sendFile(.bytes([1]), "a", nil, from: 0, to: 1)
    try world.settle()
    let sweeps = world.nodes[1].sweeps
    world.delete(first, at: 1, with: 0)
    #expect(world.nodes[1].store.state.files.count == 1 && world.nodes[1].sweeps == sweeps + 1)
    world.remove(0, at: 1)
    #expect(world.nodes[1].store.state.files.isEmpty && world.nodes[1].store.state.attachments.isEmpty)
    #expect(world.nodes[1].sweeps == sweeps + 2)
  }

  @Test func nothingIsFetchedFromABlockedContact() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    world.block(0, at: 1)
    #expect(world.nodes[1].fetching.isEmpty && world.file(id, 1, with: 0)?.state == .declined)
    world.run(for: .seconds(10))
    #expect(world.file(id, 0, with: 1)?.state == .declined, "its sender does not wait for ever")
  }

  // MARK: Ends

  @Test func whoErasesAFilesMessageTellsTheOtherSide() throws {
    for (eraser, state) in [(1, FileState.declined), (0, .withdrawn)] {
      var world = pair()
      let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
      try world.settle()
      world.delete(id, at: eraser, with: 1 - eraser)
      try world.settle()
      #expect(world.file(id, 1 - eraser, with: eraser)?.state == state, "by \(eraser)")
      #expect(world.nodes[1].fetching.isEmpty || eraser == 1)
      let sentOrTaken = world.acceptFile(id, at: 1, with: 0)
      #expect(!sentOrTaken)
    }
  }

  /// The other side's word counts when it comes, however late: also through a mailbox or after a restart.
  @Test func whoIsAwayLearnsItLater() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    world.cut(0, 1)
    world.setOnline(0, false)
    world.delete(id, at: 1, with: 0)
    world.crash(1)
    world.run(for: .seconds(60))
    #expect(world.file(id, 0, with: 1)?.state == .offered)
    world.setOnline(0, true)
    world.link(0, 1)
    try world.settle()
    #expect(world.file(id, 0, with: 1)?.state == .declined)
  }

  @Test func whatIsThereEndsWithNobodysMessage() throws {
    for eraser in [0, 1] {
      var world = pair()
      let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
      try world.settle()
      world.fetched(try #require(world.file(id, 1, with: 0)).id, at: 1)
      try world.settle()
      world.delete(id, at: eraser, with: 1 - eraser)
      try world.settle()
      #expect(world.file(id, 1 - eraser, with: eraser)?.state == .complete)
    }
  }

  /// On the link that there is; see `nothingIsFetchedFromABlockedContact` for the receiver who blocks.
  @Test func whoGivesAContactUpEndsWhatIsBetweenThem() throws {
    for sender in [0, 1] {
      var world = pair()
      let id = world.offerFile(size: 5 << 20, from: sender, to: 1 - sender)
      try world.settle()
      world.remove(1, at: 0)
      world.run(for: .seconds(10))
      #expect(world.file(id, 1, with: 0)?.state == (sender == 0 ? .withdrawn : .declined))
      #expect(world.nodes[0].store.state.files.isEmpty && world.nodes[1].fetching.isEmpty)
    }
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    world.block(1, at: 0)
    world.run(for: .seconds(10))
    #expect(world.file(id, 0, with: 1)?.state == .withdrawn && world.nodes[0].store.shelf.isEmpty)
    #expect(world.file(id, 1, with: 0)?.state == .withdrawn && world.nodes[1].fetching.isEmpty)
  }

  /// A message that was taken back after it had left, and is sent once more, brings its file with it.
  @Test func aMessageThatIsTakenBackTakesItsFileAlong() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.faults.lostAcks = 1
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    world.run(for: .seconds(5))
    #expect(world.file(id, 1, with: 0)?.state == .fetching)
    world.cancel(id, at: 0)
    #expect(world.file(id, 0, with: 1)?.state == .withdrawn && !world.nodes[0].store.shelf.isEmpty)
    world.run(for: .seconds(5))
    #expect(world.file(id, 1, with: 0)?.state == .withdrawn && world.nodes[1].fetching.isEmpty)
    world.retry(id, at: 0)
    try world.settle()
    #expect(world.file(id, 0, with: 1)?.state == .offered && world.file(id, 1, with: 0)?.state == .fetching)
    #expect(world.message(id, 0, with: 1)?.state == .delivered && world.nodes[1].fetching.count == 1)
  }

  @Test func aFileThatWasDroppedDoesNotGoOutAgain() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    world.cut(0, 1)
    world.setOnline(1, false)
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    let done = world.cancelFile(id, at: 0, with: 1)
    world.cancel(id, at: 0)
    world.lastError = nil
    world.retry(id, at: 0)
    #expect(done && world.lastError == .fileState(.withdrawn))
    #expect(world.message(id, 0, with: 1)?.state == .failed(.cancelled))
  }

  /// A sender whose disk lost a file says so on both sides, and what is asked for again while it is there is on offer again.
  @Test func whatTheSenderLostMayComeBack() throws {
    var world = pair()
    let id = world.offerFile(size: 5 << 20, from: 0, to: 1)
    try world.settle()
    let row = try #require(world.file(id, 0, with: 1))
    world.call(0) { node, now throws(ChatError) in
      try node.engine.fileLost(row.id, .lost, at: now, in: node.store, using: &node.chance)
    }
    #expect(world.file(id, 0, with: 1)?.state == .gone && world.nodes[0].store.shelf == [row.id])
    world.call(0) { node, now throws(ChatError) in
      try node.engine.fileWanted(row.id, at: now, in: node.store, using: &node.chance)
    }
    #expect(world.file(id, 0, with: 1)?.state == .offered)
  }

  @Test func theTableOfEventsIsTheDocumentedOne() throws {
    let rows = try Self.table(after: "What moves it").map { row in
      row.split(separator: "|").map { $0.split { $0 == "`" || $0 == " " || $0 == "," }.map(String.init) }
    }
    var documented: [String: [String: String]] = [:]
    for row in rows {
      let (side, event, to) = (row[0].joined(), row[1].joined(), row[3].joined())
      for from in row[2] { documented["\(side) \(event)", default: [:]][from] = to }
    }
    for (side, direction) in [("sent", Direction.sent), ("received", .received)] {
      for event in FileEvent.allCases {
        for state in FileState.allCases where state.isOf(direction) {
          #expect(
            state.after(event, of: direction)?.rawValue == documented["\(side) \(event.rawValue)"]?[state.rawValue],
            "\(side) \(event) from \(state)")
        }
      }
    }
    #expect(documented.count == 15)
  }

  /// A node that is not known to fetch files gets more of them with the message.
  @Test func howMuchGoesAlongDependsOnThePeer() throws {
    var world = pair()
    let settings = ChatSettings()
    func limit(_ world: SimulatedWorld) throws -> Int64 {
      try world.nodes[0].engine.wholeFileLimit(for: world.id(1), in: world.nodes[0].store)
    }
    #expect(try limit(world) == settings.largestWholeFile)
    world.send("hi", from: 0, to: 1)
    try world.settle()
    #expect(try limit(world) == settings.smallFile)
    world.cut(0, 1)
    world.nodes[0].peersTakeFiles = false
    world.link(0, 1)
    #expect(try limit(world) == settings.largestWholeFile)
  }

  /// The largest that goes along still fits the payload of its type and a frame.
  @Test func theLargestWholeFileFitsAFrame() throws {
    var world = pair()
    world.send("hi", from: 0, to: 1)
    try world.settle()
    let bytes = [UInt8](repeating: 0xFF, count: Int(ChatSettings().largestWholeFile))
    let id = world.sendFile(.bytes(bytes), String(repeating: "\"", count: 255), nil, from: 0, to: 1)
    try world.settle()
    #expect(world.message(id, 1, with: 0)?.file?.size == ChatSettings().largestWholeFile)
    let largest = try #require(world.frames.map { $0.encoded().count }.max())
    #expect(largest < 3 << 20, "the strictest build of the original takes 3 MiB")
  }

  @Test func theStatesAreTheDocumentedOnes() throws {
    let rows = try Self.table(after: "States (tested)")
    let states = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(states == FileState.allCases.map(\.rawValue))
  }

  /// The rows of a table of the spec, without their head.
  private static func table(after words: String) throws -> [Substring] {
    let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Docs/spec/files.md"
    let lines = String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains(words) })
    return Array(
      lines[start...].dropFirst().drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2))
  }
}

extension FileState {
  /// Whether a file of that direction is ever in it.
  fileprivate func isOf(_ direction: Direction) -> Bool {
    direction == .received || self != .fetching && self != .damaged
  }
}

extension SimulatedWorld {
  @discardableResult
  fileprivate mutating func sendFile(
    _ source: OutgoingFile.Source, _ name: String?, _ mime: String?, caption: String = "",
    lasting duration: Duration? = nil,
    answering replyTo: MessageID? = nil, from a: Int, to b: Int
  ) -> MessageID? {
    let size: Int64 =
      switch source {
      case .bytes(let bytes): Int64(bytes.count)
      case .offer(let offer): offer.layout.size
      }
    let file = OutgoingFile(name: name, mime: mime, duration: duration, size: size, source: source)
    let peer = id(b)
    var id: MessageID?
    let kept = call(a) { node, now throws(ChatError) in
      let (message, directives) = try node.engine.send(
        file, caption: caption, to: peer, replyTo: replyTo, at: now, in: node.store, using: &node.chance)
      id = message.id
      return directives
    }
    return kept ? id : nil
  }

  fileprivate mutating func offerFile(size: Int64, from a: Int, to b: Int) -> MessageID? {
    guard let offer = offer(size: size) else { return nil }
    nodes[a].store.shelf.insert(offer.token)
    return sendFile(.offer(offer), "film.mp4", "video/mp4", from: a, to: b)
  }

  fileprivate mutating func offer(size: Int64) -> FileOffer? {
    let token = FileID.random(using: &chance)
    let key = SecretBytes.random(32, using: &chance)
    guard let layout = FileLayout(size: size) else { return nil }
    return FileOffer(token: token, key: key, layout: layout, root: chance.bytes(32))
  }

  fileprivate func file(_ id: MessageID?, _ node: Int, with other: Int) -> StoredFile? {
    let peer = self.id(other)
    return nodes[node].store.state.files.values.first { $0.key.peer == peer && $0.key.id == id }
  }

  fileprivate mutating func acceptFile(_ id: MessageID?, at node: Int, with other: Int) -> Bool {
    guard let key = file(id, node, with: other)?.key else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.acceptFile(key, at: now, in: node.store, using: &node.chance)
    }
  }

  fileprivate mutating func cancelFile(_ id: MessageID?, at node: Int, with other: Int) -> Bool {
    guard let key = file(id, node, with: other)?.key else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.cancelFile(key, at: now, in: node.store, using: &node.chance)
    }
  }

  fileprivate mutating func fetched(_ id: FileID, at node: Int) {
    call(node) { node, now throws(ChatError) in
      try node.engine.fileFetched(id, at: now, in: node.store, using: &node.chance)
    }
  }
}
