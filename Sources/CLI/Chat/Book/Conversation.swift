import ControlAPI
import World

/// The part of a conversation that is known here: its newest messages, oldest first, without a gap.
struct Conversation: Hashable, Sendable {
  private(set) var messages: [MessageView] = []
  /// Where older messages begin; nil: nothing older, or not known.
  private(set) var older: String?
  /// Whether a page has come.
  private(set) var isLoaded = false
  var isLoading = false
  /// Messages that came while it was not open.
  var unread = 0
  /// When the newest message was stored or came.
  private(set) var lastActivity: Timestamp?

  /// The newest page: replaces what is known, for there may be a gap between the two.
  mutating func load(_ page: MessageLog.Result) {
    messages = page.messages
    older = page.nextCursor
    (isLoaded, isLoading) = (true, false)
    if let last = page.messages.last { touch(last) }
  }

  /// A page before what is known.
  mutating func prepend(_ page: MessageLog.Result) {
    let known = Set(messages.map(\.messageID))
    messages.insert(contentsOf: page.messages.filter { !known.contains($0.messageID) }, at: 0)
    older = messages.count >= Settings.chatHistory ? nil : page.nextCursor
    isLoading = false
  }

  /// A message that is new or has changed. What lies before the known part stays unknown.
  mutating func update(_ message: MessageView) {
    touch(message)
    guard isLoaded else { return }
    if let index = messages.lastIndex(where: { $0.messageID == message.messageID }) {
      messages[index] = message
      return
    }
    let place = messages.lastIndex { Conversation.isInOrder($0, message) }.map { $0 + 1 } ?? 0
    guard place > 0 || older == nil else { return }
    messages.insert(message, at: place)
  }

  /// The newest message of the other side.
  var lastReceived: MessageView? { messages.last { $0.direction == .incoming } }

  /// A message that was erased.
  mutating func remove(_ id: String) { messages.removeAll { $0.messageID == id } }

  mutating func touch(_ message: MessageView) {
    let time = message.direction == .incoming ? message.since : message.timestamp
    lastActivity = max(lastActivity ?? time, time)
  }

  /// Cursors are `position.sequence`; whatever else one is comes where it arrives.
  private static func isInOrder(_ first: MessageView, _ second: MessageView) -> Bool {
    let (a, b) = (parts(first.cursor), parts(second.cursor))
    guard a.count == 2, b.count == 2 else { return true }
    return (a[0], a[1]) <= (b[0], b[1])
  }

  private static func parts(_ cursor: String) -> [Int64] { cursor.split(separator: ".").compactMap { Int64($0) } }
}
