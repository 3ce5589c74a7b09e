import ControlAPI
import Terminal
import World

/// The full screen: a value that keys, sizes, answers and events change, and that shows itself as a frame.
struct ChatScreen: ChatFace {
  /// What only the shell can do.
  enum Wish: Hashable { case redraw, suspend }

  var book: ChatBook
  private(set) var size: Size
  private(set) var end: ChatEnd?
  var wish: Wish?
  /// Times as the reader writes them: `2026-04-15 10:00:00`.
  let time: @Sendable (Timestamp) -> String

  var editor = LineEditor()
  var completion: Completion?
  /// What was begun in the other conversations.
  var drafts: [String: String] = [:]
  /// Where the reader stands in the open conversation; nil: at its end.
  var anchor: Anchor?
  /// What the last command said, and how far it is scrolled.
  var panel: [String] = []
  var panelTop = 0
  var alert: String?
  /// Whether a narrow terminal shows the list of conversations in place of the messages.
  var showsList = false
  /// Whether the owner was told that leaving gives a file up.
  private var leavesAnyway = false
  /// The line that was handed to the daemon and waits for its word.
  private(set) var handing: String?
  /// The line that was handed over when the daemon went away: it may have been taken.
  private var uncertain: String?
  /// The conversation that the typed line belongs to.
  private var shown: String?
  /// Keys that came meanwhile.
  private var typedAhead: [Key] = []
  private var decoder = InputDecoder()

  /// The lowest message in sight, and how many of its rows are below the edge.
  struct Anchor: Hashable {
    let id: String
    var hidden: Int
  }

  init(wanted: String?, size: Size, time: @escaping @Sendable (Timestamp) -> String) {
    book = ChatBook(wanted: wanted)
    self.size = size
    self.time = time
  }

  // MARK: In

  mutating func resize(_ size: Size) { self.size = size }

  /// How long the shell waits for more bytes before it says that none came; nil: as long as it likes.
  var patience: Duration? {
    decoder.isWaiting ? (decoder.isPasting ? Settings.pastePatience : Settings.escapePatience) : nil
  }

  var typedText: String { handing == nil ? editor.text : "" }

  mutating func typed(_ bytes: [UInt8]) { for key in decoder.push(bytes) { press(key) } }

  mutating func typedNothing() { for key in decoder.flush() { press(key) } }

  mutating func inputEnded() { end = .terminalLost }

  mutating func press(_ key: Key) {
    if handing != nil {
      // A daemon that does not answer must not swallow what is typed, nor keep anybody in.
      if key == .control("c") {
        end = .left
        return
      }
      if typedAhead.count < Settings.chatTypedAhead { typedAhead.append(key) }
      return
    }
    handle(key)
  }

  /// Takes what the book has to tell.
  mutating func noticed() {
    for item in book.drainNews() { take(item) }
    if !book.isCopying { leavesAnyway = false }
    while handing == nil, !typedAhead.isEmpty { handle(typedAhead.removeFirst()) }
  }

  private mutating func take(_ item: ChatNews) {
    switch item {
    case .handed: handed()
    case .notHanded(let why):
      (uncertain, handing) = (handing, nil)
      alert = why
    case .message, .page: break
    case .draft(let id, let text): if isOpen(id), editor.isEmpty, drafts[id] == nil { editor.replace(with: text) }
    case .opened(let id): opened(id)
    case .lines(let lines): (panel, panelTop) = (lines, 0)
    // The bar at the foot says it all the time.
    case .copying: break
    case .alert(let text), .notice(let text): alert = text
    case .unknown(let mistake): alert = mistake.advice
    case .live, .gone: break
    case .quit: leave()
    }
  }

  /// The daemon has the message: only now the line is cleared.
  private mutating func handed() {
    if editor.text == handing ?? uncertain { editor.commit() }
    (handing, uncertain, anchor, alert) = (nil, nil, nil, nil)
  }

  private mutating func opened(_ id: String) {
    (anchor, showsList) = (nil, false)
    guard shown != id else { return }
    if let shown, !editor.isEmpty {
      drafts[shown] = editor.text
      book.keep(editor.text, for: shown)
    }
    if shown != nil || editor.isEmpty { editor.replace(with: drafts.removeValue(forKey: id) ?? "") }
    shown = id
  }

  mutating func takeWish() -> Wish? {
    defer { wish = nil }
    return wish
  }

  // MARK: What keys do

  /// Who leaves while a file is being copied is asked first.
  mutating func leave() {
    guard !book.isCopying || leavesAnyway else {
      leavesAnyway = true
      alert = "a file is still being copied: leave again to give it up"
      return
    }
    end = .left
  }

  mutating func submit() {
    let line = editor.text
    (panel, alert, completion) = ([], nil, nil)
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    if ChatBook.isMessage(line) {
      handing = line
      book.enter(line)
    } else {
      editor.commit()
      book.enter(line)
    }
    noticed()
  }

  /// Shows the next conversation of the list, or the one before.
  mutating func turn(_ step: Int) {
    let people = book.people
    guard !people.isEmpty else { return }
    let here = book.open.flatMap { people.firstIndex(of: $0) }
    let next = here.map { ($0 + step + people.count) % people.count } ?? (step > 0 ? 0 : people.count - 1)
    open(people[next])
  }

  func isOpen(_ id: String) -> Bool { book.open == id }

  private mutating func open(_ id: String) {
    guard !isOpen(id) else { return }
    book.show(id)
    noticed()
  }
}
