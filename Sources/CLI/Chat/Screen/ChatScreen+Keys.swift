import ControlAPI
import Terminal

/// What each key does.
extension ChatScreen {
  mutating func handle(_ key: Key) {
    switch key {
    case .named(.tab, _): return complete(forward: true)
    case .named(.backTab, _): return complete(forward: false)
    default: completion = nil
    }
    switch key {
    case .text(let text): insert(text)
    case .paste(let text): insert(text)
    case .control(let letter): control(letter)
    case .alt(let letter): alt(letter)
    case .named(let name, let modifiers): named(name, modifiers)
    }
  }

  private mutating func insert(_ text: String) {
    if !editor.insert(text) { alert = "that is longer than a message can be; the rest is left out" }
  }

  private mutating func control(_ letter: Character) {
    switch letter {
    case "a": editor.home()
    case "b": editor.left()
    case "c": cancel()
    case "d": if editor.isEmpty { leave() } else { editor.delete() }
    case "e": editor.end()
    case "f": editor.right()
    case "j": insert("\n")
    case "k": editor.killToEnd()
    case "l": wish = .redraw
    case "n": turn(1)
    case "o": showsList.toggle()
    case "p": turn(-1)
    case "u": editor.killToStart()
    case "w": editor.killWord()
    case "y": editor.yank()
    case "z": wish = .suspend
    default: break
    }
  }

  /// Ctrl-C clears what is typed; where nothing is, it leaves.
  private mutating func cancel() {
    if editor.isEmpty { return leave() }
    editor.end()
    editor.killToStart()
  }

  private mutating func alt(_ letter: Character) {
    switch letter {
    case "b": editor.wordLeft()
    case "f": editor.wordRight()
    // Escape, and a character right after it.
    default:
      close()
      insert(String(letter))
    }
  }

  private mutating func close() { (panel, alert) = ([], nil) }

  private mutating func named(_ name: Key.Name, _ modifiers: Key.Modifiers) {
    let byWord = !modifiers.isDisjoint(with: [.alt, .control])
    switch name {
    case .enter: if modifiers.isEmpty { submit() } else { insert("\n") }
    case .escape:
      close()
      book.selected = nil
    case .backspace: if byWord { editor.killWord() } else { editor.backspace() }
    case .delete: editor.delete()
    case .up: vertical(-1, modifiers)
    case .down: vertical(1, modifiers)
    case .left: if byWord { editor.wordLeft() } else { editor.left() }
    case .right: if byWord { editor.wordRight() } else { editor.right() }
    case .home: editor.home()
    case .end: editor.end()
    case .pageUp: page(up: true)
    case .pageDown: page(up: false)
    case .help: showsList.toggle()
    case .tab, .backTab, .insert: break
    }
  }

  /// Up and down: through what was typed, with Ctrl through the conversations, with Alt through the messages.
  private mutating func vertical(_ step: Int, _ modifiers: Key.Modifiers) {
    if modifiers.contains(.alt) { return choose(step) }
    if modifiers.contains(.control) { return turn(step) }
    if step < 0 { editor.previous() } else { editor.next() }
  }

  /// Chooses the message above or below, and keeps it in sight.
  private mutating func choose(_ step: Int) {
    let messages = book.open.flatMap { book.conversations[$0]?.messages } ?? []
    let here = book.selected.flatMap { id in messages.lastIndex { $0.messageID == id } } ?? messages.count
    guard !messages.isEmpty, here + step >= 0 else { return book.loadOlder() }
    guard here + step < messages.count else {
      (book.selected, anchor) = (nil, nil)
      return
    }
    let id = messages[here + step].messageID
    book.selected = id
    let field = ChatLayout(self).messages
    let pane = MessagePane(self, width: field.width, height: field.height)
    if !pane.shows(id) { anchor = here + step == messages.count - 1 ? nil : Anchor(id: id, hidden: 0) }
  }

  private mutating func complete(forward: Bool) {
    if completion == nil {
      let begun = book.completion(of: editor.before)
      completion = Completion(stem: begun.stem, word: begun.word, candidates: begun.candidates)
      if let matches = completion?.matches, matches.count > 1 {
        (panel, panelTop) = ([matches.joined(separator: "  ")], 0)
      }
    }
    if let text = completion?.turn(forward: forward) { editor.replaceBefore(with: text) }
  }

  private mutating func page(up: Bool) {
    let layout = ChatLayout(self)
    if !panel.isEmpty {
      let step = max(1, layout.panel.count - 1)
      panelTop = max(0, min(panelTop + (up ? -step : step), layout.panelRows - layout.panel.count))
      return
    }
    let pane = MessagePane(self, width: layout.messages.width, height: layout.messages.height)
    if up {
      let (place, isAtTop) = pane.scrolledUp(from: anchor, by: max(1, layout.messages.height - 1))
      anchor = place
      if isAtTop { book.loadOlder() }
    } else {
      anchor = pane.scrolledDown(from: anchor, by: max(1, layout.messages.height - 1))
    }
  }
}
