import ControlAPI
import Terminal
import Testing
import World

@testable import CLI

@Suite struct ChatBookTests {
  private func event(
    _ kind: EventKind, _ message: MessageView? = nil, cursor: Int64 = 2, id: String = ChatFixture.bob
  )
    -> Event
  {
    Event(cursor: cursor, at: Timestamp(milliseconds: 0), kind: kind, nodeID: id, message: message)
  }

  @Test func asksForEverythingAndOpensWhoWasNamed() {
    var book = ChatBook(wanted: "BOB")
    book.connected()
    let calls = book.drainCalls()
    #expect(calls == [.subscribe(after: nil), .contacts, .requests, .recent, .status])
    book.answered(.contacts, .contacts([ChatFixture.contact(ChatFixture.bob, "bob")]))
    let calls2 = book.drainCalls()
    #expect(calls2.isEmpty)
    book.answered(.requests, .requests([]))
    let calls3 = book.drainCalls()
    #expect(calls3 == [.log(with: ChatFixture.bob, before: nil), .draft(ChatFixture.bob)])
    #expect(book.open == ChatFixture.bob)
  }

  @Test func whoIsNotKnownIsSaid() {
    var book = ChatBook(wanted: "nobody")
    book.connected()
    book.answered(.contacts, .contacts([]))
    book.answered(.requests, .requests([]))
    // It might be the owner's own ID or address, which the status tells.
    let early = book.drainNews()
    #expect(early == [.live])
    book.answered(.status, .status(ChatFixture.status))
    let news = book.drainNews()
    #expect(news == [.unknown(ChatBook.NotFound(message: "no contact answers to nobody"))])
    guard case .unknown(let mistake) = news.first else { return }
    #expect(mistake.advice == "no contact answers to nobody: /add WHO adds one")
    #expect(book.open == nil)
  }

  @Test func searchGoesOnUntilAScreenIsFullOrAllIsLookedThrough() {
    var book = ChatFixture.screen().book
    _ = book.drainNews()
    book.enter("/search good day")
    let first = book.drainCalls()
    #expect(first == [.search("good day", before: nil, found: 0)])
    book.answered(first[0], .finds(.init(messages: [], examined: 2000, nextCursor: "9")))
    let second = book.drainCalls()
    #expect(second == [.search("good day", before: "9", found: 0)])
    book.answered(
      second[0], .finds(.init(messages: [ChatFixture.message(1, "a good\nday")], examined: 10, nextCursor: "5")))
    let third = book.drainCalls()
    #expect(third == [.search("good day", before: "5", found: 1)])
    book.answered(third[0], .finds(.init(messages: [], examined: 10)))
    #expect(book.drainCalls().isEmpty)
    let news = book.drainNews()
    #expect(news == [.lines([ChatText.find(ChatFixture.message(1, "a good\nday"))])])
    book.enter("/search nothing")
    book.answered(book.drainCalls()[0], .finds(.init(messages: [], examined: 10)))
    let none = book.drainNews()
    #expect(none == [.lines(["no message has these words"])])
  }

  @Test func messagesOfOthersCountAsUnreadUntilOpened() {
    var book = ChatFixture.screen().book
    book.happened(
      event(.messageReceived, ChatFixture.message(5, with: ChatFixture.carol, "psst"), id: ChatFixture.carol))
    book.happened(
      event(.messageReceived, ChatFixture.message(6, with: ChatFixture.carol, "you?"), id: ChatFixture.carol))
    book.happened(event(.messageReceived, ChatFixture.message(7, "here")))
    #expect(book.unread == 2)
    #expect(book.people.first == ChatFixture.bob)
    book.show(ChatFixture.carol)
    #expect(book.unread == 0)
    let calls = book.drainCalls()
    #expect(
      calls == [
        .read(ChatFixture.bob, through: "7.7"), .log(with: ChatFixture.carol, before: nil),
        .draft(ChatFixture.carol),
      ])
  }

  @Test func stateChangesInPlace() {
    var book = ChatFixture.screen().book
    book.happened(event(.messageState, ChatFixture.message(4, "and this one waits", .delivered)))
    let messages = book.conversations[ChatFixture.bob]?.messages ?? []
    #expect(messages.count == 5)
    #expect(messages.last?.state == .delivered)
  }

  /// A message that comes late stands where its cursor says; one of the unknown past is not shown at the wrong place.
  @Test func lateMessageTakesItsPlace() {
    var book = ChatFixture.screen(
      messages: [ChatFixture.message(5, "five"), ChatFixture.message(9, "nine")], older: "5.5"
    ).book
    book.happened(event(.messageReceived, ChatFixture.message(7, "seven")))
    book.happened(event(.messageState, ChatFixture.message(1, "one", .delivered)))
    #expect(book.conversations[ChatFixture.bob]?.messages.map(\.body) == ["five", "seven", "nine"])
  }

  @Test func olderPagesAreAskedForOnce() {
    var book = ChatFixture.screen(older: "0.0").book
    book.loadOlder()
    book.loadOlder()
    let calls = book.drainCalls()
    #expect(calls == [.log(with: ChatFixture.bob, before: "0.0")])
    let old = ChatFixture.message(-1, "before that")
    book.answered(
      .log(with: ChatFixture.bob, before: "0.0"), .messages(.init(messages: [old, ChatFixture.conversation[0]])))
    #expect(book.conversations[ChatFixture.bob]?.messages.map(\.messageID).prefix(3) == ["m-1", "m0", "m1"])
    book.loadOlder()
    let calls2 = book.drainCalls()
    #expect(calls2.isEmpty)
  }

  @Test func eventsGoOnAfterTheLastOne() {
    var book = ChatFixture.screen().book
    book.happened(event(.messageReceived, ChatFixture.message(5, "five"), cursor: 41))
    book.disconnected("gone")
    book.connected()
    let calls = book.drainCalls()
    #expect(calls.first == .subscribe(after: 41))
  }

  @Test func anotherStoreIsFollowedFromNow() {
    var book = ChatFixture.screen().book
    book.answered(.subscribe(after: 41), .failed(Failure(.badInput, "no such cursor")))
    let calls = book.drainCalls()
    #expect(calls == [.subscribe(after: nil)])
  }

  @Test func requestIsTakenIn() {
    let eve = ChatFixture.contact(ChatFixture.eve, nil, username: "eve", state: .requested)
    let request = ContactRequestView(
      contact: eve, messages: 2, preview: "hi there", received: Timestamp(milliseconds: 1))
    var book = ChatFixture.screen(requests: [request]).book
    #expect(book.people == [ChatFixture.eve, ChatFixture.bob, ChatFixture.carol])
    #expect(book.name(ChatFixture.eve) == "“eve”")
    book.enter("/open eve")
    let calls = book.drainCalls()
    #expect(calls.isEmpty)
    book.enter("psst")
    let news2 = book.drainNews()
    #expect(news2.last == .notHanded("“eve” only asks to be a contact: /accept first, or /block"))
    book.enter("/accept")
    let calls3 = book.drainCalls()
    #expect(calls3 == [.accept(ChatFixture.eve)])
    book.answered(.accept(ChatFixture.eve), .contact(ChatFixture.contact(ChatFixture.eve, nil, username: "eve")))
    #expect(book.requests.isEmpty)
    let calls4 = book.drainCalls()
    #expect(calls4 == [.log(with: ChatFixture.eve, before: nil), .draft(ChatFixture.eve)])
  }

  @Test(
    arguments: [
      ("bob", ChatFixture.bob), ("BOB", ChatFixture.bob), ("b0b0", ChatFixture.bob),
      ("caca.onion", ChatFixture.carol),
      ("caca.onion:25519", ChatFixture.carol), ("b0", nil), ("", nil), ("zz", nil),
    ] as [(String, String?)]) func finding(who: String, id: String?)
  {
    let book = ChatFixture.screen().book
    #expect((try? book.find(who).get()) == id)
  }

  @Test func sameNameIsNoGuess() {
    let twins = [
      ChatFixture.contact(ChatFixture.bob, nil, username: "sam"),
      ChatFixture.contact(ChatFixture.eve, nil, username: "Sam"),
    ]
    let book = ChatFixture.screen(contacts: twins).book
    #expect(throws: ChatBook.NotFound.self) { try book.find("sam").get() }
  }

  @Test func removedContactIsForgotten() {
    var book = ChatFixture.screen().book
    book.happened(event(.contactRemoved))
    #expect(book.open == nil)
    #expect(book.people == [ChatFixture.carol])
  }

  // MARK: More than text

  @Test(
    arguments: [
      ("/reply sure", .send(to: ChatFixture.bob, body: "sure", replyTo: "m2")),
      ("/edit better", .edit("m4", body: "better")), ("/react 👍", .react("m2", emoji: "👍")),
      ("/react off", .react("m2", emoji: nil)), ("/retry", .retry("m4")), ("/trace", .trace("m4")),
      ("/cancel m1", .cancel("m1")), ("/delete m1", .delete("m1")), ("/mute", .mute(ChatFixture.bob, true)),
      ("/unmute carol", .mute(ChatFixture.carol, false)), ("/trust", .trust(ChatFixture.bob)),
      ("/expire 10m", .lifetime(ChatFixture.bob, milliseconds: 600_000)),
      ("/receipts off", .receipts(ChatFixture.bob, .off)),
      ("/typing Default", .typingSigns(ChatFixture.bob, .usual)),
      ("/file a.png", .sendFile(to: ChatFixture.bob, path: "a.png", caption: nil)),
      (
        "/file 'my  cat.png' look  here", .sendFile(to: ChatFixture.bob, path: "my  cat.png", caption: "look  here")
      ),
      ("/file my\\ cat.png", .sendFile(to: ChatFixture.bob, path: "my cat.png", caption: nil)),
      ("/save m1 'a b'", .saveFile("m1", path: "a b")),
      ("/expire off", .lifetime(ChatFixture.bob, milliseconds: 0)),
      ("/verify", .verify(ChatFixture.bob, code: nil)),
      ("/verify 00000 11111", .verify(ChatFixture.bob, code: "00000 11111")), ("/code", .code(ChatFixture.bob)),
      ("/session", .session(ChatFixture.bob, reset: false)),
      ("/session reset", .session(ChatFixture.bob, reset: true)),
    ] as [(String, ChatCall)]) func asks(line: String, call: ChatCall)
  {
    var book = ChatFixture.screen().book
    book.enter(line)
    let calls = book.drainCalls()
    #expect(calls == [call])
  }

  @Test func theLastFileIsMeantWhateverCameAfterIt() {
    var file = ChatFixture.message(1, "look")
    file.file = FileView(kind: .file, saveAs: "cat.png", size: 3, phase: .offered, transferred: 0)
    var book = ChatFixture.screen(messages: [file, ChatFixture.message(2, "well?")]).book
    for (line, call) in [
      ("/fetch", ChatCall.fetch("m1")), ("/save \"a b\"", .saveFile("m1", path: "a b")),
    ] {
      book.enter(line)
      let calls = book.drainCalls()
      #expect(calls == [call])
    }
  }

  @Test func whoLeavesGivesNoFileUpUnasked() {
    var screen = ChatFixture.screen()
    screen.book.enter("/file a.png")
    #expect(screen.book.isCopying)
    screen.press(.control("d"))
    #expect(screen.end == nil && screen.alert?.contains("still being copied") == true)
    screen.press(.control("d"))
    #expect(screen.end == .left)
    screen = ChatFixture.screen()
    screen.book.enter("/file a.png")
    screen.book.answered(
      .sendFile(to: ChatFixture.bob, path: "a.png", caption: nil), .message(ChatFixture.message(9, "", .queued)))
    screen.noticed()
    screen.press(.control("d"))
    #expect(screen.end == .left)
  }

  /// How far it is stands in the bar at the foot; the line mode says it now and then.
  @Test func whatIsCopiedIsShown() throws {
    func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
    let call = ChatCall.sendFile(to: ChatFixture.bob, path: "films/my film.mp4", caption: nil)
    var screen = ChatFixture.screen()
    screen.book.enter("/file 'films/my film.mp4'")
    #expect(screen.statusLine.text.hasPrefix(" copying my film.mp4 ·"))
    screen.book.copied(call, 34, at: at(1))
    #expect(screen.statusLine.text.hasPrefix(" copying my film.mp4 34 % ·"))
    screen.book.enter("/file b.png")
    #expect(screen.statusLine.text.contains("34 % and 1 other ·"))
    screen.noticed()
    screen.book.copied(call, 35, at: at(2))
    #expect(screen.book.drainNews() == [])
    screen.book.copied(call, 80, at: at(4))
    #expect(screen.book.drainNews() == [.copying("copying my film.mp4: 80 %")])
    screen.book.answered(call, .message(ChatFixture.message(9, "", .queued)))
    #expect(screen.statusLine.text.hasPrefix(" copying b.png ·"))
    screen.book.disconnected("it stopped")
    screen.book.connected()
    #expect(screen.book.copying == nil)
    screen.book.copied(call, 81, at: at(9))
    #expect(screen.book.copying == nil)
  }

  @Test func chosenMessageIsMeant() {
    var book = ChatFixture.screen().book
    for (line, call) in [
      ("/reply sure", ChatCall.send(to: ChatFixture.bob, body: "sure", replyTo: "m0")),
      ("/react x", .react("m0", emoji: "x")),
      ("/delete", .delete("m0")), ("/trace", .trace("m0")),
    ] {
      book.selected = "m0"
      book.enter(line)
      let calls = book.drainCalls()
      #expect(calls == [call])
    }
  }

  @Test func nothingIsErasedByGuess() {
    var book = ChatFixture.screen().book
    book.enter("/delete")
    let (calls, news) = (book.drainCalls(), book.drainNews())
    #expect(calls.isEmpty)
    #expect(news == [.alert("choose a message with Alt-Up, or name its ID")])
  }

  @Test func replyWithoutAMessageIsNotHandedOver() {
    var book = ChatFixture.screen(messages: []).book
    book.enter("/reply sure")
    let news = book.drainNews()
    #expect(news == [.notHanded("there is no such message here; Alt-Up chooses one")])
  }

  @Test(arguments: [EventKind.messageDeleted, .messageExpired]) func erasedMessageGoes(kind: EventKind) {
    var book = ChatFixture.screen().book
    book.happened(
      Event(cursor: 3, at: Timestamp(milliseconds: 0), kind: kind, nodeID: ChatFixture.bob, messageID: "m1"))
    #expect(book.conversations[ChatFixture.bob]?.messages.map(\.messageID) == ["m0", "m2", "m3", "m4"])
  }

  @Test func writingEnds() {
    var book = ChatFixture.screen().book
    let start = Instant(nanoseconds: 0)
    book.happened(Typing(nodeID: ChatFixture.bob, typing: true), at: start)
    book.tick(start + .seconds(7), typed: "")
    #expect(book.writing[ChatFixture.bob] != nil)
    book.tick(start + .seconds(9), typed: "")
    #expect(book.writing.isEmpty)
    book.happened(Typing(nodeID: ChatFixture.bob, typing: true), at: start)
    book.happened(Typing(nodeID: ChatFixture.bob, typing: false), at: start)
    #expect(book.writing.isEmpty)
  }

  @Test func contactIsToldAndDraftIsKeptNowAndThen() {
    var book = ChatFixture.screen().book
    let start = Instant(nanoseconds: 0)
    var calls: [[ChatCall]] = []
    for (seconds, typed) in [(0, ""), (1, "h"), (2, "he"), (3, "hel"), (6, "hell"), (7, "/he"), (20, "")] {
      book.tick(start + .seconds(seconds), typed: typed)
      calls.append(book.drainCalls())
    }
    let bob = ChatFixture.bob
    #expect(
      calls == [
        [], [.typing(bob), .keep(bob, draft: "h")], [], [.keep(bob, draft: "hel")],
        [.typing(bob), .keep(bob, draft: "hell")], [], [.keep(bob, draft: "")],
      ])
  }

  @Test func leavingKeepsTheDraft() {
    var book = ChatFixture.screen().book
    book.keepDraft("begun")
    book.keepDraft("begun")
    let calls = book.drainCalls()
    #expect(calls == [.keep(ChatFixture.bob, draft: "begun")])
  }

  @Test func notesToOneselfAreAConversation() {
    var book = ChatFixture.screen().book
    book.enter("/open self")
    let calls = book.drainCalls()
    let own = ChatFixture.status.identity.nodeID
    #expect(calls == [.log(with: own, before: nil), .draft(own)])
    #expect(book.name(own) == "notes to yourself")
    #expect(book.people.last == own)
  }

  @Test func mutedContactsDoNotCount() {
    var muted = ChatFixture.contact(ChatFixture.carol, "carol")
    (muted.muted, muted.unread) = (true, 3)
    let book = ChatFixture.screen(contacts: [ChatFixture.contact(ChatFixture.bob, "bob"), muted]).book
    #expect(book.conversations[ChatFixture.carol]?.unread == 3)
    #expect(book.unread == 0)
  }
}
