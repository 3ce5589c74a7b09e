import ControlAPI
import Terminal
import World

@testable import CLI

/// A node as the chat sees it, by a script.
enum ChatFixture {
  static let bob = String(repeating: "b0", count: 32)
  static let carol = String(repeating: "ca", count: 32)
  static let eve = String(repeating: "ee", count: 32)
  /// 2026-04-15 10:00:00.
  static let morning: Int64 = 1_776_247_200_000

  static func contact(
    _ id: String, _ name: String?, username: String? = nil, state: ContactState = .accepted, link: LinkState = .none
  ) -> ContactView {
    ContactView(
      nodeID: id, peerID: String(id.prefix(32)), name: name, username: username,
      address: "\(id.prefix(4)).onion:25519",
      safetyNumber: "00000 11111", state: state, session: .established, handshake: .postQuantum, link: link,
      added: Timestamp(milliseconds: morning))
  }

  static func message(
    _ number: Int, with id: String = bob, _ body: String, _ state: MessageState = .received, reason: String? = nil
  ) -> MessageView {
    let at = Timestamp(milliseconds: morning + Int64(number) * 60_000)
    return MessageView(
      messageID: "m\(number)", nodeID: id, direction: state == .received ? .incoming : .outgoing, state: state,
      body: body, timestamp: at, since: at, reason: reason, cursor: "\(number).\(number)")
  }

  static let status: NodeStatus.Result = {
    let at = Timestamp(milliseconds: morning)
    let identity = IdentityView(
      nodeID: String(repeating: "1", count: 64), peerID: String(repeating: "1", count: 32),
      prefix: String(repeating: "1", count: 16), address: "aaaa.onion:25519", username: "alice",
      safetyNumber: "22222 33333", link: "sophaxchat://add?id=11")
    return NodeStatus.Result(
      version: "0.1.0", pid: 1, started: at, uptimeMilliseconds: 1, ready: true, identity: identity,
      tor: TorView(mode: .system, phase: .ready, percent: 100, proofOfWork: false, since: at),
      onion: OnionView(state: .published, since: at), links: .init(incoming: 1, outgoing: 1, proven: 2),
      directory: .init(
        contacts: 3, records: 3, replicas: 3, withdrawn: false, lagMilliseconds: 0, seedsReached: 1, seedsTotal: 1),
      outbox: .init(queued: 1, waiting: 2),
      relay: .init(enabled: true, heldMessages: 4, heldBytes: 4, deadDrops: 0),
      store: .init(bytes: 1), missing: [])
  }()

  /// Times without a zone.
  @Sendable static func time(_ timestamp: Timestamp) -> String {
    let minutes = (timestamp.milliseconds - morning) / 60_000 + 600
    let day = 15 + minutes / 1440
    return "2026-04-\(day) \(two(minutes % 1440 / 60)):\(two(minutes % 60)):00"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A screen that is connected, with its lists, and Bob's conversation open.
  static func screen(
    columns: Int = 80, rows: Int = 16, messages: [MessageView] = conversation, older: String? = nil,
    contacts: [ContactView] = [contact(bob, "bob", link: .proven), contact(carol, "carol")],
    requests: [ContactRequestView] = []
  ) -> ChatScreen {
    var screen = ChatScreen(wanted: "bob", size: Size(columns: columns, rows: rows), time: time)
    screen.book.connected()
    answer(&screen) { call in
      switch call {
      case .status: .status(status)
      case .subscribe: .subscribed(.init(cursor: 1, missed: false))
      case .contacts: .contacts(contacts)
      case .requests: .requests(requests)
      case .recent: .messages(.init(messages: []))
      case .log(let id, nil): .messages(.init(messages: messages.filter { $0.nodeID == id }, nextCursor: older))
      default: nil
      }
    }
    return screen
  }

  static let conversation = [
    message(0, "hello alice"), message(1, "hi bob", .read),
    message(2, "a longer text that needs more than one row on a narrow screen, to see it wrapped"),
    message(3, "sure", .delivered), message(4, "and this one waits", .queued),
  ]

  /// Answers what the screen asks for, and what it asks for then.
  static func answer(_ screen: inout ChatScreen, _ answers: (ChatCall) -> ChatAnswer?) {
    while true {
      let calls = screen.book.drainCalls()
      if calls.isEmpty { return }
      for call in calls {
        guard let answer = answers(call) else { continue }
        screen.book.answered(call, answer)
        screen.noticed()
      }
    }
  }

  static func type(_ screen: inout ChatScreen, _ text: String) { screen.typed(Array(text.utf8)) }
}
