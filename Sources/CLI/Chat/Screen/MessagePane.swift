import ControlAPI
import Terminal
import World

/// The messages of the open conversation in a field of some size.
struct MessagePane {
  private let screen: ChatScreen
  private let messages: [MessageView]
  private let width: Int
  private let height: Int
  private let peer: StyledLine

  init(_ screen: ChatScreen, width: Int, height: Int) {
    self.screen = screen
    self.width = max(1, width)
    self.height = height
    messages = screen.book.open.flatMap { screen.book.conversations[$0]?.messages } ?? []
    peer = StyledLine(screen.book.open.map { screen.book.name($0) } ?? "", .bold).truncated(to: 14)
  }

  /// The rows to show, from the top of the field, fewer when there are no more.
  var visible: [StyledLine] {
    guard height > 0 else { return [] }
    guard !messages.isEmpty else { return empty }
    let place = place(of: screen.anchor)
    var rows: [StyledLine] = Array(self.rows(of: place.index).dropLast(place.hidden))
    var index = place.index
    while rows.count < height, index > 0 {
      index -= 1
      rows = self.rows(of: index) + rows
    }
    return Array(rows.suffix(height))
  }

  /// Whether the end of a message is in sight.
  func shows(_ id: String) -> Bool {
    let place = place(of: screen.anchor)
    guard let wanted = messages.lastIndex(where: { $0.messageID == id }), wanted <= place.index else {
      return false
    }
    var used = -place.hidden
    for index in stride(from: place.index, to: wanted, by: -1) { used += rows(of: index).count }
    return used < height && (wanted < place.index || place.hidden == 0)
  }

  /// Messages below the edge.
  var below: Int {
    guard screen.anchor != nil, !messages.isEmpty else { return 0 }
    let place = place(of: screen.anchor)
    return messages.count - 1 - place.index + (place.hidden > 0 ? 1 : 0)
  }

  private var empty: [StyledLine] {
    let book = screen.book
    guard let open = book.open else {
      let hint =
        book.people.isEmpty
        ? "nobody here yet: /add WHO, or tell somebody your ID: /me" : "Ctrl-N opens a conversation"
      return StyledLine(hint, .faint).wrapped(to: width)
    }
    if let request = book.requests[open] {
      let lines = [
        "\(book.name(open)) asks to be a contact; \(request.messages) waiting.",
        "/accept lets it in, /block keeps it away.",
      ]
      let preview = request.preview.map { body($0) } ?? []
      return
        (lines.flatMap { StyledLine($0, .alert).wrapped(to: width) } + preview.flatMap { $0.wrapped(to: width) })
    }
    let isLoading = book.conversations[open]?.isLoading ?? false
    return StyledLine(isLoading ? "loading" : "no messages yet", .faint).wrapped(to: width)
  }

  // MARK: Scrolling

  /// A place `count` rows up, and whether that is the top.
  func scrolledUp(from anchor: ChatScreen.Anchor?, by count: Int) -> (ChatScreen.Anchor?, isAtTop: Bool) {
    guard !messages.isEmpty else { return (nil, true) }
    var (index, hidden) = place(of: anchor)
    hidden += count
    while index >= 0, hidden >= rows(of: index).count {
      hidden -= rows(of: index).count
      index -= 1
    }
    // The top row never sinks below the top edge.
    var above = index < 0 ? -hidden : rows(of: index).count - hidden
    var higher = index - 1
    while above < height, higher >= 0 {
      above += rows(of: higher).count
      higher -= 1
    }
    guard above < height else { return (makeAnchor(index, hidden), false) }
    return (scrolled(down: height - above, from: index, hidden), true)
  }

  func scrolledDown(from anchor: ChatScreen.Anchor?, by count: Int) -> ChatScreen.Anchor? {
    guard anchor != nil, !messages.isEmpty else { return nil }
    let place = place(of: anchor)
    return scrolled(down: count, from: place.index, place.hidden)
  }

  private func scrolled(down count: Int, from index: Int, _ hidden: Int) -> ChatScreen.Anchor? {
    var (index, hidden) = (index, hidden - count)
    while hidden < 0, index < messages.count - 1 {
      index += 1
      hidden += rows(of: index).count
    }
    return makeAnchor(index, max(0, hidden))
  }

  private func makeAnchor(_ index: Int, _ hidden: Int) -> ChatScreen.Anchor? {
    guard messages.indices.contains(index), index < messages.count - 1 || hidden > 0 else { return nil }
    return ChatScreen.Anchor(id: messages[index].messageID, hidden: hidden)
  }

  private func place(of anchor: ChatScreen.Anchor?) -> (index: Int, hidden: Int) {
    let last = messages.count - 1
    guard let anchor, let index = messages.lastIndex(where: { $0.messageID == anchor.id }) else { return (last, 0) }
    return (index, min(anchor.hidden, rows(of: index).count - 1))
  }

  // MARK: Rows

  /// A message in rows: a line for a new day, then time, who and text, its further rows set in.
  private func rows(of index: Int) -> [StyledLine] {
    let message = messages[index]
    let day = String(screen.time(message.timestamp).prefix(10))
    let isNewDay = index == 0 || day != screen.time(messages[index - 1].timestamp).prefix(10)
    let head = head(of: message)
    let inset = width >= 40 ? head.width : min(2, width - 1)
    let lines = content(of: message)
    // The first row has less room where the head is longer than the inset; it stands alone if it has none.
    var rows: [StyledLine] = []
    if width >= 40 {
      for line in lines {
        for part in line.wrapped(to: width - inset) { rows.append(set(in: rows.isEmpty ? head : nil, inset, part)) }
      }
    } else {
      rows = head.wrapped(to: width)
      for line in lines { for part in line.wrapped(to: width - inset) { rows.append(set(in: nil, inset, part)) } }
    }
    let gap = message.gap == true ? [StyledLine("… messages before this one are missing", .alert)] : []
    let above = (isNewDay ? [StyledLine("── \(day) ──", .faint)] : []) + gap
    return above.map { $0.truncated(to: width) } + rows
  }

  /// What the message answers, its text and state, and what was set on it.
  private func content(of message: MessageView) -> [StyledLine] {
    let file = message.file.map { [StyledLine(AttachmentText.line($0, message.direction))] } ?? []
    var lines = file + (message.body.isEmpty && !file.isEmpty ? [] : body(message.body))
    if var last = lines.popLast() {
      if message.edited != nil { last.append("  edited", .faint) }
      if let expires = message.expires {
        last.append("  gone at \(screen.time(expires).dropFirst(11).prefix(5))", .faint)
      }
      last.append(state(of: message))
      lines.append(last)
    }
    let quote =
      message.reply.map { [StyledLine("↳ " + quoted($0), .faint).truncated(to: max(2, width - 20))] } ?? []
    let reactions = message.reactions.map { [StyledLine(reactionText($0))] } ?? []
    return quote + lines + reactions
  }

  private func quoted(_ reply: ReplyView) -> String {
    guard let excerpt = reply.excerpt else { return "a message that is gone" }
    return (reply.direction == .outgoing ? "you: " : "") + excerpt.replacing("\n", with: " ")
  }

  private func reactionText(_ reactions: [ReactionView]) -> String {
    reactions.map { $0.emoji + ($0.by == .outgoing ? " you" : "") }.joined(separator: "  ")
  }

  private func set(in head: StyledLine?, _ inset: Int, _ part: StyledLine) -> StyledLine {
    var row = head ?? StyledLine()
    row.pad(to: inset)
    row.append(part)
    return row
  }

  private func head(of message: MessageView) -> StyledLine {
    let isSelected = message.messageID == screen.book.selected
    let time = String(screen.time(message.timestamp).dropFirst(11).prefix(5))
    var head = StyledLine(time, isSelected ? .reversed : .faint)
    head.append(isSelected ? "▸" : " ")
    let column = max(3, peer.width)
    var who = message.direction == .outgoing ? StyledLine("you", [.bold, .own]) : peer
    who.pad(to: column)
    head.append(who)
    head.append("  ")
    return head
  }

  /// Text from outside as lines; nothing in it can end a row but its own line feeds.
  private func body(_ text: String) -> [StyledLine] {
    let lines = text.replacing("\r\n", with: "\n").replacing("\t", with: "    ")
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine(String($0)) }
  }

  private func state(of message: MessageView) -> StyledLine {
    switch message.state {
    case .received: StyledLine()
    case .queued, .sent, .relayed, .delivered, .read, .cancelled:
      StyledLine("  " + message.state.rawValue + reason(message), .faint)
    case .failed: StyledLine("  failed" + reason(message), .alert)
    }
  }

  private func reason(_ message: MessageView) -> String { message.reason.map { ": \($0)" } ?? "" }
}
