/// A text that is being typed: what stands before the cursor and what after it, and what was typed earlier.
package struct LineEditor: Hashable, Sendable {
  package private(set) var before = ""
  package private(set) var after = ""
  private var killed = ""
  /// Oldest first.
  private var history: [String] = []
  /// Which line of the history is shown; nil: the one that is being typed.
  private var place: Int?
  /// What was being typed when the history was opened.
  private var draft = ""

  package init() {}

  package var text: String { before + after }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Puts something at the cursor. Returns whether there was room for all of it.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    let room = Settings.maximumInput - before.utf8.count - after.utf8.count
    if text.utf8.count <= room {
      before += text
      return true
    }
    for character in text {
      guard before.utf8.count + after.utf8.count + character.utf8.count <= Settings.maximumInput else { break }
      before.append(character)
    }
    return false
  }

  /// Replaces all, with the cursor at the end.
  package mutating func replace(with text: String) {
    (before, after) = ("", "")
    insert(text)
  }

  /// Replaces what stands before the cursor.
  package mutating func replaceBefore(with text: String) {
    before = ""
    insert(text)
  }

  // MARK: Moving, by what a reader sees as one character

  package mutating func left() { if let last = before.popLast() { after = String(last) + after } }

  package mutating func right() { if !after.isEmpty { before.append(after.removeFirst()) } }

  package mutating func home() { (before, after) = ("", text) }

  package mutating func end() { (before, after) = (text, "") }

  package mutating func wordLeft() {
    let start = wordStart
    after = String(before[start...]) + after
    before = String(before[..<start])
  }

  package mutating func wordRight() {
    let end = wordEnd
    before += after[..<end]
    after = String(after[end...])
  }

  private var wordStart: String.Index {
    let end = before.lastIndex { !$0.isWhitespace }.map { before.index(after: $0) } ?? before.startIndex
    return before[..<end].lastIndex(where: \.isWhitespace).map { before.index(after: $0) } ?? before.startIndex
  }

  private var wordEnd: String.Index {
    let start = after.firstIndex { !$0.isWhitespace } ?? after.endIndex
    return after[start...].firstIndex(where: \.isWhitespace) ?? after.endIndex
  }

  // MARK: Taking away

  package mutating func backspace() { _ = before.popLast() }

  package mutating func delete() { if !after.isEmpty { after.removeFirst() } }

  package mutating func killToEnd() {
    if !after.isEmpty { killed = after }
    after = ""
  }

  package mutating func killToStart() {
    if !before.isEmpty { killed = before }
    before = ""
  }

  package mutating func killWord() {
    let start = wordStart
    if start < before.endIndex { killed = String(before[start...]) }
    before = String(before[..<start])
  }

  /// Puts what was last killed at the cursor.
  package mutating func yank() { insert(killed) }

  // MARK: History

  /// Clears the line and remembers it; the same line twice is remembered once.
  package mutating func commit() {
    let line = text
    if !line.isEmpty, history.last != line { history.append(line) }
    if history.count > Settings.maximumHistory { history.removeFirst() }
    (before, after, place, draft) = ("", "", nil, "")
  }

  package mutating func previous() {
    let index = place ?? history.count
    guard index > 0 else { return }
    if place == nil { draft = text }
    place = index - 1
    replace(with: history[index - 1])
  }

  package mutating func next() {
    guard let index = place else { return }
    let isLast = index + 1 >= history.count
    place = isLast ? nil : index + 1
    replace(with: isLast ? draft : history[index + 1])
  }
}
