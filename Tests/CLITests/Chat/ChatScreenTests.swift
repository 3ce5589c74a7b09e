import ControlAPI
import Terminal
import Testing
import World

@testable import CLI

@Suite struct ChatScreenTests {
  private let up = "\u{1B}[5~"
  private let down = "\u{1B}[6~"

  // MARK: Handing over

  @Test func lineIsClearedOnlyWhenTheDaemonHasIt() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "hello\r")
    let call = ChatCall.send(to: ChatFixture.bob, body: "hello", replyTo: nil)
    let calls = screen.book.drainCalls()
    #expect(calls == [call])
    #expect(screen.editor.text == "hello")
    // What is typed meanwhile is not lost either.
    ChatFixture.type(&screen, "next")
    #expect(screen.editor.text == "hello")
    screen.book.answered(call, .message(ChatFixture.message(9, "hello", .queued)))
    screen.noticed()
    #expect(screen.editor.text == "next")
    #expect(screen.book.conversations[ChatFixture.bob]?.messages.last?.body == "hello")
  }

  @Test func refusedTextStays() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "hello\r")
    screen.book.answered(
      .send(to: ChatFixture.bob, body: "hello", replyTo: nil),
      .failed(Failure(.stateForbids, "bob is blocked", hint: "/unblock"))
    )
    screen.noticed()
    #expect(screen.editor.text == "hello")
    #expect(screen.alert == "bob is blocked; /unblock")
  }

  @Test func daemonThatGoesKeepsTheLineAndSaysSo() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "hello\r")
    screen.book.disconnected("no daemon is running")
    screen.noticed()
    #expect(screen.editor.text == "hello")
    #expect(screen.frame.text.last?.hasPrefix(" the daemon is gone, trying again: no daemon is running") == true)
    ChatFixture.type(&screen, " there\r")
    #expect(screen.editor.text == "hello there")
    #expect(screen.alert == "the daemon is gone; the text stays here")
  }

  /// The daemon may have stored the message and gone before it said so: nobody should send it twice.
  @Test func messageThatWasTakenAfterAllIsCleared() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "hello\r")
    screen.book.disconnected("gone")
    screen.noticed()
    screen.book.connected()
    let page = MessageLog.Result(messages: ChatFixture.conversation + [ChatFixture.message(9, "hello", .sent)])
    screen.book.answered(.log(with: ChatFixture.bob, before: nil), .messages(page))
    screen.noticed()
    #expect(screen.editor.isEmpty)
  }

  @Test func messageThatWasNotTakenStays() {
    var screen = ChatFixture.screen(messages: [ChatFixture.message(1, "hello", .sent)])
    ChatFixture.type(&screen, "hello\r")
    screen.book.disconnected("gone")
    screen.noticed()
    screen.book.connected()
    screen.book.answered(
      .log(with: ChatFixture.bob, before: nil), .messages(.init(messages: [ChatFixture.message(1, "hello", .sent)]))
    )
    screen.noticed()
    #expect(screen.editor.text == "hello")
  }

  @Test func eachConversationKeepsWhatWasBegun() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "to bob")
    ChatFixture.type(&screen, "\u{E}")
    #expect(screen.book.open == ChatFixture.carol)
    #expect(screen.editor.isEmpty)
    ChatFixture.type(&screen, "\u{10}")
    #expect(screen.editor.text == "to bob")
  }

  // MARK: Keys

  @Test func pasteIsOneMessage() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "\u{1B}[200~one\rtwo\u{1B}[201~\r")
    let calls = screen.book.drainCalls()
    #expect(calls == [.send(to: ChatFixture.bob, body: "one\ntwo", replyTo: nil)])
  }

  @Test func tabCompletes() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "/op\tca\t")
    #expect(screen.editor.text == "/open carol")
    ChatFixture.type(&screen, "\r")
    #expect(screen.book.open == ChatFixture.carol)
  }

  /// A stranger may call itself as somebody else does.
  @Test func onlyStrangersAreOfferedToBeAccepted() {
    let stranger = ChatFixture.contact(ChatFixture.eve, nil, username: "bob", state: .requested)
    var screen = ChatFixture.screen(requests: [
      ContactRequestView(contact: stranger, messages: 1, preview: "hi", received: Timestamp(milliseconds: 1))
    ])
    ChatFixture.type(&screen, "/accept \t")
    #expect(screen.editor.text == "/accept \(ChatFixture.eve.prefix(16))")
  }

  @Test(arguments: ["/quit\r", "\u{4}", "\u{3}", "x\u{3}\u{3}"]) func leaving(input: String) {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, input)
    #expect(screen.end == .left)
  }

  @Test func interruptLeavesADaemonThatDoesNotAnswer() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "hello\r\u{3}")
    #expect(screen.end == .left)
  }

  @Test func historyComesBack() {
    var screen = ChatFixture.screen()
    ChatFixture.type(&screen, "/me\r")
    ChatFixture.type(&screen, "\u{1B}[A")
    #expect(screen.editor.text == "/me")
  }

  // MARK: Scrolling

  private static let many = (0..<100).map { ChatFixture.message($0, "message \($0)") }

  @Test func pagesGoThroughTheConversation() {
    var screen = ChatFixture.screen(rows: 12, messages: Self.many, older: "0.0")
    #expect(screen.frame.text.contains { $0.contains("message 99") })
    ChatFixture.type(&screen, up)
    #expect(!screen.frame.text.contains { $0.contains("message 99") })
    #expect(screen.frame.text.contains { $0.contains("more below") })
    for _ in 0..<30 { ChatFixture.type(&screen, up) }
    #expect(screen.frame.text[2].contains("message 0"))
    let calls = screen.book.drainCalls()
    #expect(calls == [.log(with: ChatFixture.bob, before: "0.0")])
    let before = screen.frame.text[1...8]
    screen.book.answered(
      .log(with: ChatFixture.bob, before: "0.0"), .messages(.init(messages: [ChatFixture.message(-1, "the first")]))
    )
    screen.noticed()
    #expect(screen.frame.text[2...8] == before.dropFirst())
    for _ in 0..<40 { ChatFixture.type(&screen, down) }
    #expect(screen.anchor == nil)
    #expect(screen.frame.text.contains { $0.contains("message 99") })
  }

  /// New messages do not push away what is being read.
  @Test func aLongPanelSaysThatItGoesOn() {
    var screen = ChatFixture.screen(rows: 12)
    ChatFixture.type(&screen, "/help\r")
    screen.noticed()
    let entries = Set(screen.panel)
    var seen: Set<String> = []
    for _ in 0..<30 {
      seen.formUnion(screen.frame.text.filter { !$0.contains("PageDown") || entries.contains($0) })
      guard screen.frame.text.contains(where: { $0.hasPrefix("… ") && $0.contains("PageDown") }) else { break }
      ChatFixture.type(&screen, down)
    }
    #expect(!screen.frame.text.contains { $0.hasPrefix("… ") })
    for entry in ChatCommand.entries {
      #expect(seen.contains { $0.contains(entry.usage) })
    }
  }

  @Test func readerStaysWhereItIs() {
    var screen = ChatFixture.screen(rows: 12, messages: Self.many)
    ChatFixture.type(&screen, up)
    let shown = screen.frame.text[1...8]
    screen.book.happened(
      Event(
        cursor: 5, at: Timestamp(milliseconds: 0), kind: .messageReceived, nodeID: ChatFixture.bob,
        message: ChatFixture.message(100, "news")))
    screen.noticed()
    #expect(screen.frame.text[1...8] == shown)
  }

  @Test func choosingKeepsTheChosenInSight() {
    var screen = ChatFixture.screen(rows: 12, messages: Self.many)
    for number in stride(from: 99, through: 60, by: -1) {
      ChatFixture.type(&screen, "\u{1B}[1;3A")
      #expect(screen.book.selected == "m\(number)")
      #expect(screen.frame.text.contains { $0.contains("▸") && $0.contains("message \(number) ") })
    }
    for _ in 0..<50 { ChatFixture.type(&screen, "\u{1B}[1;3B") }
    #expect(screen.book.selected == nil)
    #expect(screen.anchor == nil)
  }

  @Test func draftOfSomeOtherTimeIsThere() {
    var screen = ChatFixture.screen()
    screen.book.answered(.draft(ChatFixture.bob), .draft("begun before"))
    screen.noticed()
    #expect(screen.editor.text == "begun before")
    screen.book.answered(.draft(ChatFixture.bob), .draft("another"))
    screen.noticed()
    #expect(screen.editor.text == "begun before")
  }

  // MARK: Any order of everything

  @Test(arguments: 0..<24) func nothingTrapsAndEveryRowKeepsItsWidth(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var chaos = ChatChaos(random: random)
    for _ in 0..<400 {
      chaos.step()
      let frame = chaos.screen.frame
      #expect(frame.size == chaos.screen.size)
      for row in 0..<frame.size.rows { #expect(frame.width(ofRow: row) == frame.size.columns) }
      if let cursor = frame.cursor { #expect(cursor.row < frame.size.rows && cursor.column < frame.size.columns) }
    }
    _ = random.next()
  }
}
