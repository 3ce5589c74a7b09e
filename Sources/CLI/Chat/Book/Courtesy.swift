import World

/// What the daemon is told of a conversation without anybody asking for it: that the owner writes, and what is begun.
struct Courtesy: Sendable {
  /// What the daemon keeps for the conversation, as far as is known.
  private var kept = ""
  private var keptIn: String?
  /// What stood in the input line when it was last looked at.
  private var seen = ""
  private var toldAt: Instant?
  private var keptAt: Instant?

  /// What is to be told now.
  mutating func due(in id: String, typed: String, at now: Instant) -> [ChatCall] {
    defer { seen = typed }
    var calls: [ChatCall] = []
    let isWriting = typed != seen && !typed.isEmpty && ChatBook.isMessage(typed)
    if isWriting, toldAt.map({ now - $0 >= Settings.chatTyping }) ?? true {
      calls.append(.typing(id))
      toldAt = now
    }
    if keptAt.map({ now - $0 >= Settings.chatDraft }) ?? true, let call = draft(in: id, typed: typed) {
      calls.append(call)
      keptAt = now
    }
    return calls
  }

  /// Keeps what is begun, if it is not what is kept.
  mutating func draft(in id: String, typed: String) -> ChatCall? {
    if keptIn != id { (kept, keptIn, seen) = ("", id, typed) }
    let draft = ChatBook.isMessage(typed) ? typed : ""
    guard draft != kept else { return nil }
    kept = draft
    return .keep(id, draft: draft)
  }

  /// What the daemon had kept.
  mutating func learned(_ text: String, in id: String) { (kept, keptIn, seen) = (text, id, text) }
}
