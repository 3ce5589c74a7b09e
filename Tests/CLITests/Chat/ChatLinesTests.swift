import ControlAPI
import TestWorld
import Testing
import World

@testable import CLI

/// The line mode: as a value, and as the command over a scripted daemon.
@Suite struct ChatLinesTests {
  private func lines(wanted: String? = "bob") -> ChatLines {
    var lines = ChatLines(wanted: wanted, style: Style(isOn: false))
    lines.book.connected()
    lines.book.answered(.contacts, .contacts([ChatFixture.contact(ChatFixture.bob, "bob")]))
    lines.book.answered(.requests, .requests([]))
    lines.noticed()
    return lines
  }

  private func type(_ lines: inout ChatLines, _ text: String) { lines.typed(Array(text.utf8)) }

  @Test func oneLineIsHandedOverAfterTheOther() {
    var lines = lines()
    type(&lines, "one\ntwo\r\nthr")
    let calls = lines.book.drainCalls()
    #expect(calls.last == .send(to: ChatFixture.bob, body: "one", replyTo: nil))
    lines.book.answered(
      .send(to: ChatFixture.bob, body: "one", replyTo: nil), .message(ChatFixture.message(1, "one", .queued)))
    lines.noticed()
    let calls2 = lines.book.drainCalls()
    #expect(calls2 == [.send(to: ChatFixture.bob, body: "two", replyTo: nil)])
    #expect(lines.end == nil)
  }

  @Test func lineWaitsForTheDaemon() {
    var lines = lines()
    type(&lines, "one\n")
    lines.book.disconnected("gone")
    lines.noticed()
    let said = lines.drain()
    #expect(said.talk.last == "sophax: the daemon is gone, trying again: gone")
    lines.book.connected()
    lines.book.answered(.contacts, .contacts([]))
    lines.book.answered(.requests, .requests([]))
    lines.book.answered(.log(with: ChatFixture.bob, before: nil), .messages(.init(messages: [])))
    lines.noticed()
    let calls2 = lines.book.drainCalls()
    #expect(calls2.contains(.send(to: ChatFixture.bob, body: "one", replyTo: nil)))
  }

  /// Also when the lines end with one that leaves.
  @Test(arguments: ["/bogus\n/quit\n", "/bogus\n"]) func refusedLinesShowInTheEnd(_ text: String) {
    var lines = lines()
    for call in lines.book.drainCalls() { lines.book.answered(call, .done) }
    type(&lines, text)
    lines.noticed()
    lines.inputEnded()
    guard case .failed(let failure) = lines.end else {
      Issue.record("it ended with \(String(describing: lines.end))")
      return
    }
    #expect(failure.code == .partial)
  }

  @Test func hostileTextIsHarmless() {
    var lines = lines()
    lines.book.happened(
      Event(
        cursor: 1, at: Timestamp(milliseconds: 0), kind: .messageReceived, nodeID: ChatFixture.bob,
        message: ChatFixture.message(1, "\u{1B}[2J\n\u{202E}x")))
    lines.noticed()
    let said = lines.drain()
    #expect(said.output.last?.hasSuffix(#"\u{1b}[2J"# + "\n    " + #"\u{202e}x"#) == true)
  }

  @Test func eachStateIsSaidOnce() {
    var lines = lines()
    _ = lines.drain()
    type(&lines, "one\n")
    func happen(_ cursor: Int64, _ state: MessageState, _ kind: EventKind = .messageState) {
      lines.book.happened(
        Event(
          cursor: cursor, at: Timestamp(milliseconds: 0), kind: kind, nodeID: ChatFixture.bob,
          message: ChatFixture.message(1, "one", state)))
      lines.noticed()
    }
    happen(1, .queued)
    lines.book.answered(
      .send(to: ChatFixture.bob, body: "one", replyTo: nil), .message(ChatFixture.message(1, "one", .queued)))
    lines.noticed()
    happen(2, .sent)
    happen(3, .sent)
    happen(4, .delivered)
    happen(5, .delivered, .messageReaction)
    #expect(lines.drain().talk == ["m1  queued", "m1  sent", "m1  delivered"])
    var liked = ChatFixture.message(1, "one", .delivered)
    liked.reactions = [ReactionView(by: .incoming, emoji: "🎉")]
    for cursor in 6...7 as ClosedRange<Int64> {
      lines.book.happened(
        Event(
          cursor: cursor, at: Timestamp(milliseconds: 0), kind: .messageReaction, nodeID: ChatFixture.bob,
          message: liked))
      lines.noticed()
    }
    let said = lines.drain()
    #expect(said.talk.isEmpty && said.output.count == 2 && said.output.last?.contains("🎉") == true)
  }

  /// A daemon that comes back is asked for the conversation again: what stands there already is not printed twice.
  @Test func eachMessageIsPrintedOnce() {
    var lines = lines()
    let came = ChatFixture.message(1, "hello")
    let own = ChatFixture.message(2, "hi", .sent)
    func load() {
      lines.book.answered(.log(with: ChatFixture.bob, before: nil), .messages(.init(messages: [came, own])))
      lines.noticed()
    }
    lines.book.happened(
      Event(
        cursor: 1, at: Timestamp(milliseconds: 0), kind: .messageReceived, nodeID: ChatFixture.bob, message: came))
    load()
    #expect(lines.drain().output.count == 2)
    lines.book.disconnected("gone")
    lines.book.connected()
    lines.book.answered(.contacts, .contacts([ChatFixture.contact(ChatFixture.bob, "bob")]))
    lines.book.answered(.requests, .requests([]))
    load()
    #expect(lines.drain().output.isEmpty)
  }

  @Test(arguments: [
    ("nobody", ExitCode.notFound, "no contact answers to nobody"), ("b0b0", .badInput, "2 contacts answer to b0b0"),
  ])
  func whoIsNotKnownEndsIt(who: String, code: ExitCode, message: String) {
    var lines = ChatLines(wanted: who, style: Style(isOn: false))
    lines.book.connected()
    let twin = String(ChatFixture.bob.dropLast(2)) + "b1"
    lines.book.answered(
      .contacts, .contacts([ChatFixture.contact(ChatFixture.bob, "bob"), ChatFixture.contact(twin, "twin")]))
    lines.book.answered(.requests, .requests([]))
    type(&lines, "hello\n")
    lines.book.answered(.status, .status(ChatFixture.status))
    lines.noticed()
    guard case .failed(let failure)? = lines.end else {
      Issue.record("\(String(describing: lines.end))")
      return
    }
    #expect(failure.code == code)
    #expect(failure.message == message)
    #expect(!lines.book.drainCalls().contains { if case .send = $0 { true } else { false } })
  }

  /// Who the owner is comes last of all.
  @Test(arguments: ["self", "SELF", String(repeating: "1", count: 64), "aaaa.onion:25519"])
  func oneMayTalkToOneself(who: String) {
    var lines = lines(wanted: who)
    type(&lines, "a note\n")
    #expect(lines.end == nil)
    lines.book.answered(.status, .status(ChatFixture.status))
    lines.noticed()
    let own = ChatFixture.status.identity.nodeID
    #expect(lines.book.drainCalls().contains(.send(to: own, body: "a note", replyTo: nil)))
  }

  @Test func nobodyIsNamedToAScript() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try Self.daemon(at: directory.path + "/control", send: .lines([]))
    let stage = try Stage(directory: directory)
    stage.endInput()
    let outcome = await stage.run(["chat", "nobody", "--plain", "--socket", daemon.path])
    daemon.stop()
    #expect(outcome.exit == 4)
    #expect(outcome.errors.hasPrefix("sophax: no contact answers to nobody\nsophax: hint: "))
    #expect(outcome.errors.contains("contact list shows all"))
  }

  private static func daemon(at path: String, send: FakeDaemon.Reply) throws -> FakeDaemon {
    let bob =
      #"{"nodeID":"\#(ChatFixture.bob)","peerID":"b0","name":"bob","state":"accepted","session":"none","link":"none","added":0,"unread":0}"#
    let daemon = try FakeDaemon(
      at: path,
      replies: [
        "contact.list": .lines([#"{"jsonrpc":"2.0","id":"ID","result":{"contacts":[\#(bob)]}}"#]),
        "contact.requests": .lines([#"{"jsonrpc":"2.0","id":"ID","result":{"requests":[]}}"#]),
        "events.subscribe": .lines([#"{"jsonrpc":"2.0","id":"ID","result":{"cursor":0,"missed":false}}"#]),
        "message.log": .lines([#"{"jsonrpc":"2.0","id":"ID","result":{"messages":[]}}"#]),
        "node.status": .lines([
          #"{"jsonrpc":"2.0","id":"ID","error":{"code":-32603,"message":"x","data":{"reason":"internalFailure"}}}"#
        ]),
        "message.draft": .lines([#"{"jsonrpc":"2.0","id":"ID","result":{}}"#]),
        "message.send": send,
      ])
    try daemon.start()
    return daemon
  }

  @Test func scriptSendsItsLines() async throws {
    let directory = try TemporaryDirectory()
    let message =
      #"{"messageID":"m1","nodeID":"\#(ChatFixture.bob)","direction":"outgoing","state":"queued","body":"one","timestamp":0,"since":0,"cursor":"1.1"}"#
    let daemon = try Self.daemon(
      at: directory.path + "/control",
      send: .lines([#"{"jsonrpc":"2.0","id":"ID","result":{"message":\#(message),"reached":true}}"#]))
    let stage = try Stage(directory: directory)
    stage.type("one\n/nonsense\ntwo")
    stage.endInput()
    let outcome = await stage.run(["chat", "bob", "--socket", daemon.path])
    daemon.stop()
    #expect(outcome.exit == 7)
    #expect(outcome.errors.contains("m1  queued\nsophax: no command /nonsense"))
    #expect(daemon.requests.filter { $0.contains("message.send") }.count == 2)
  }

  @Test func noDaemonIsSaidAtOnce() async throws {
    let directory = try TemporaryDirectory()
    let stage = try Stage(directory: directory)
    let outcome = await stage.run(["chat", "--socket", directory.path + "/none"])
    #expect(outcome.exit == 3)
  }

  @Test func chatHasNoJSON() async throws {
    let stage = try Stage(directory: try TemporaryDirectory())
    #expect(await stage.run(["chat", "--json"]).exit == 2)
  }
}
