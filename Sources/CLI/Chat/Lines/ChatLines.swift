import Bytes
import ControlAPI
import Terminal
import World

/// The chat as lines in and lines out, for a terminal that cannot place its cursor and for scripts. A value as well.
struct ChatLines: ChatFace {
  var book: ChatBook
  private(set) var end: ChatEnd?
  let patience: Duration? = nil
  /// A terminal that has no cursor keeps what is begun itself.
  let typedText = ""
  /// Data: messages. What was not yet taken to be written.
  private(set) var output: [String] = []
  /// Talk: states, answers to commands.
  private(set) var talk: [String] = []

  private let style: Style
  /// What was read and not yet a whole line.
  private var begun: [UInt8] = []
  /// Lines that wait to be taken up, oldest first: one message is handed over after the other.
  private var waiting: ArraySlice<String> = []
  private var isHanding = false
  private var hasEnded = false
  private var refused = 0
  /// The line that the daemon was handed.
  private var handed: String?
  /// The line that it may have taken before it went away; it stands first among those that wait.
  private var uncertain: String?
  private var said = SaidMessages()

  init(wanted: String?, style: Style) {
    book = ChatBook(wanted: wanted)
    self.style = style
  }

  mutating func drain() -> (output: [String], talk: [String]) {
    defer { (output, talk) = ([], []) }
    return (output, talk)
  }

  // MARK: In

  mutating func typed(_ bytes: [UInt8]) {
    begun += bytes
    while let end = begun.firstIndex(of: UInt8(ascii: "\n")) {
      take(Array(begun[..<end]))
      begun.removeFirst(end + 1)
    }
    // A line without an end is no message that could be sent.
    if begun.count > 2 * ControlAPI.Settings.maximumBody {
      begun = []
      refuse("a line is longer than a message can be")
    }
    proceed()
  }

  mutating func typedNothing() {}

  mutating func inputEnded() {
    if !begun.isEmpty { take(begun) }
    (begun, hasEnded) = ([], true)
    proceed()
  }

  private mutating func take(_ line: [UInt8]) {
    guard !hasEnded else { return }
    let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    guard let text = String(validating: bytes, as: UTF8.self) else { return refuse("a line is not UTF-8 text") }
    if text.contains(where: { !$0.isWhitespace }) { waiting.append(text) }
  }

  mutating func noticed() {
    for item in book.drainNews() { take(item) }
    proceed()
  }

  /// Takes up the next line, when the one before is done with and the daemon is there.
  private mutating func proceed() {
    while !isHanding, book.isReady, end == nil, let line = waiting.popFirst() {
      isHanding = ChatBook.isMessage(line)
      handed = isHanding ? line : nil
      book.enter(line)
      for item in book.drainNews() { take(item) }
    }
    guard hasEnded, waiting.isEmpty, !isHanding, book.isReady, !book.isAsking, end == nil else { return }
    leave()
  }

  private mutating func leave() {
    end =
      refused == 0
      ? .left
      : .failed(Failure(.partial, "\(Count.text(refused, "line")) \(refused == 1 ? "was" : "were") refused"))
  }

  private mutating func take(_ item: ChatNews) {
    switch item {
    case .handed(let message):
      if !isHanding, uncertain != nil { waiting = waiting.dropFirst() }
      (isHanding, handed, uncertain) = (false, nil, nil)
      show(message)
    case .notHanded(let why): notHanded(why)
    case .message(let message): show(message)
    case .draft(_, let text): talk.append("begun some other time: \(MessageText.body(text))")
    case .opened(let id): talk.append("with \(Printable.escape(book.name(id), limit: 80))  \(id)")
    case .page(let messages, let isOlder):
      guard !isOlder else { break }
      for message in messages.suffix(Settings.chatLinesPage) where !said.knows(message) {
        output += MessageText.lines(message, style)
        said.note(message)
      }
    case .lines(let lines): talk += lines
    case .unknown(let mistake): end = .failed(mistake.failure)
    case .alert(let text): refuse(text)
    case .copying(let text): talk.append("sophax: " + text)
    case .notice(let text): talk.append("sophax: " + Printable.escape(text))
    case .live: break
    case .gone(let reason): talk.append("sophax: the daemon is gone, trying again: \(reason)")
    case .quit:
      // What is being copied is copied to its end.
      if book.isCopying { (waiting, hasEnded) = ([], true) } else { leave() }
    }
  }

  /// A text that the daemon did not take: kept while the daemon is away, given up when it was refused.
  private mutating func notHanded(_ why: String) {
    defer { (isHanding, handed) = (false, nil) }
    guard book.connection != .live, let handed else { return refuse(why) }
    waiting = [handed] + waiting
    uncertain = handed
  }

  private mutating func refuse(_ text: String) {
    refused += 1
    talk.append("sophax: " + Printable.escape(text))
  }

  /// Says each state of a message once, however often it is heard of: from the answer to a call, as an event, in a page.
  private mutating func show(_ message: MessageView) {
    let hasNewReactions = said.hasNewReactions(message)
    guard said.note(message) else { return }
    switch message.direction {
    case .incoming: output += MessageText.lines(message, style)
    case .outgoing where hasNewReactions: output += MessageText.lines(message, style)
    case .outgoing: talk.append("\(message.messageID)  \(MessageText.state(message))")
    }
  }
}
