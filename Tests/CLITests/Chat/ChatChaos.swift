import ControlAPI
import Terminal
import World

@testable import CLI

/// Drives a screen with keys, sizes, answers and events in any order.
struct ChatChaos {
  var screen: ChatScreen
  private var random: SeededRandom
  private var number = 0
  private var pending: [ChatCall] = []

  private static let texts = [
    "hello", "中文字", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "שלום עולם", "\u{1B}[2J\u{1B}[31m", "a\nb\nc", "\u{202E}evil", "",
    String(repeating: "long ", count: 80),
    "e" + String(repeating: "\u{301}", count: 90), "\r\n\t\u{0}", String(repeating: "x", count: 300),
  ]
  private static let keys = [
    "a", "é", "中", "👍🏽", " ", "\r", "\t", "\u{1B}[Z", "\u{7F}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D",
    "\u{1B}[5~", "\u{1B}[6~",
    "\u{1B}[H", "\u{1B}[F", "\u{1}", "\u{5}", "\u{B}", "\u{15}", "\u{17}", "\u{19}", "\u{E}", "\u{10}", "\u{F}",
    "\u{C}", "\u{1B}\r", "\u{1B}",
    "/", "/help\r", "/open bob\r", "/open carol\r", "/accept\r", "/verify\r", "/me\r", "/trace\r", "/status\r",
    "/requests\r", "\u{1B}[1;3A", "\u{1B}[1;3B", "\u{1B}[1;5A", "/reply x\r", "/react y\r", "/delete\r",
    "/edit z\r",
    "\u{1B}[200~pa\rste\u{1B}[201~", "//x\r",
  ]

  init(random: SeededRandom) {
    self.random = random
    let eve = ChatFixture.contact(ChatFixture.eve, nil, username: "\u{202E}eve\n", state: .requested)
    screen = ChatFixture.screen(
      contacts: [ChatFixture.contact(ChatFixture.bob, "bob"), ChatFixture.contact(ChatFixture.carol, "卡罗尔")],
      requests: [
        ContactRequestView(contact: eve, messages: 1, preview: "\u{1B}c", received: Timestamp(milliseconds: 1))
      ])
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      screen.resize(Size(columns: .random(in: 0...140, using: &random), rows: .random(in: 0...40, using: &random)))
    case 1: news()
    case 2: answer()
    case 3: connection()
    case 4: screen.typedNothing()
    default: screen.typed(Array((Self.keys.randomElement(using: &random) ?? "").utf8))
    }
    pending += screen.book.drainCalls()
  }

  private mutating func news() {
    number += 1
    let id = Bool.random(using: &random) ? ChatFixture.bob : ChatFixture.carol
    let kind = EventKind.allCases.randomElement(using: &random) ?? .messageReceived
    let state = MessageState.allCases.randomElement(using: &random) ?? .received
    let body = Self.texts.randomElement(using: &random) ?? ""
    let message = ChatFixture.message(
      Int.random(in: 0...number + 5, using: &random), with: id, body, state, reason: body)
    screen.book.happened(
      Event(
        cursor: Int64(number), at: Timestamp(milliseconds: 0), kind: kind == .contactRemoved ? .messageState : kind,
        nodeID: id, message: message))
    screen.noticed()
  }

  private mutating func answer() {
    guard !pending.isEmpty else { return }
    let call = pending.removeFirst()
    let body = Self.texts.randomElement(using: &random) ?? ""
    let messages = (0..<20).map { ChatFixture.message($0, Self.texts[$0 % Self.texts.count]) }
    let answer: ChatAnswer =
      switch call {
      case .log: .messages(.init(messages: messages, nextCursor: Bool.random(using: &random) ? "0.0" : nil))
      case .send(let to, let text, _): .message(ChatFixture.message(90 + number, with: to, text, .queued))
      case .status: .status(ChatFixture.status)
      case .draft: .draft(body)
      case .accept(let id): .contact(ChatFixture.contact(id, nil, username: body))
      default: .failed(Failure(.stateForbids, body, hint: body, candidates: [body]))
      }
    screen.book.answered(call, answer)
    screen.noticed()
  }

  private mutating func connection() {
    if screen.book.connection == .live {
      pending = []
      screen.book.disconnected(Self.texts.randomElement(using: &random) ?? "")
    } else {
      screen.book.connected()
    }
    screen.noticed()
  }
}
