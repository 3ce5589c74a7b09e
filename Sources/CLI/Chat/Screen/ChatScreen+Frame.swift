import ControlAPI
import Terminal
import World

/// How the screen looks.
extension ChatScreen {
  var frame: Frame {
    let layout = ChatLayout(self)
    var frame = Frame(size)
    if let list = layout.list { draw(list, in: &frame) }
    if size.columns >= ChatLayout.sideBySide {
      for row in 0..<(layout.list?.height ?? 0) {
        frame.put(StyledLine("│", .faint), row: row, column: layout.messages.column - 1, width: 1)
      }
    }
    if layout.list == nil || size.columns >= ChatLayout.sideBySide {
      drawMessages(layout, in: &frame)
    }
    var row = (layout.messages.row + layout.messages.height)
    for line in layout.panel + layout.alert {
      frame.put(line, row: row)
      row += 1
    }
    let inputRow = row
    for line in layout.input {
      frame.put(line, row: row)
      row += 1
    }
    if let status = layout.status {
      frame.put(statusLine.truncated(to: status.width), row: status.row, filling: .reversed)
    }
    frame.showCursor(row: inputRow + layout.cursor.row, column: layout.cursor.column)
    return frame
  }

  private func drawMessages(_ layout: ChatLayout, in frame: inout Frame) {
    let field = layout.messages
    let pane = MessagePane(self, width: field.width, height: field.height)
    if let title = layout.title {
      frame.put(
        titleLine(below: pane.below).truncated(to: title.width), row: title.row, column: title.column,
        width: title.width, filling: .underlined)
    }
    let rows = pane.visible
    for (offset, line) in rows.enumerated() {
      frame.put(
        line, row: field.row + field.height - rows.count + offset, column: field.column, width: field.width)
    }
  }

  // MARK: Title and status

  private func titleLine(below: Int) -> StyledLine {
    guard let open = book.open else { return StyledLine("sophax", [.bold, .underlined]) }
    var line = StyledLine(book.name(open), [.bold, .underlined])
    var parts = book.writing[open] == nil ? [] : ["writes …"]
    if below > 0 { parts.append("↓ \(below) more below") }
    if let contact = book.contacts[open] { parts += warnings(contact) }
    parts.append(String(open.prefix(16)))
    if let contact = book.contacts[open] {
      parts.append("link \(contact.link.rawValue)")
      if let handshake = contact.handshake { parts.append(handshake.rawValue) }
    } else if book.requests[open] != nil {
      parts.append("asks to be a contact")
    }
    line.append("  " + parts.joined(separator: "  "), .underlined)
    return line
  }

  /// What the reader should know of a contact before anything else.
  private func warnings(_ contact: ContactView) -> [String] {
    (contact.successor == nil ? [] : ["key changed: /trust"])
      + (contact.session == .broken ? ["session broken"] : [])
      + (contact.state == .blocked ? ["blocked"] : [])
      + (contact.verified == nil ? [] : ["verified"])
      + (contact.muted == true ? ["muted"] : [])
      + (contact.lifetimeMilliseconds == nil ? [] : ["disappearing"])
  }

  /// The bar at the foot: how the node is, or that it is gone.
  var statusLine: StyledLine {
    switch book.connection {
    case .gone(let reason): StyledLine(" the daemon is gone, trying again: \(reason)", [.reversed, .alert])
    case .connecting: StyledLine(" connecting to the daemon", .reversed)
    case .live:
      StyledLine(
        " " + (book.status.map(statusParts) ?? ["waiting for the daemon"]).joined(separator: " · "), .reversed)
    }
  }

  private func statusParts(_ status: NodeStatus.Result) -> [String] {
    let tor =
      status.tor.phase == .bootstrapping ? "tor \(status.tor.percent) %" : "tor \(status.tor.phase.rawValue)"
    let relay = status.relay.enabled ? "relay holds \(status.relay.heldMessages)" : "relay off"
    let waiting = status.outbox.queued + status.outbox.waiting
    return (book.copying.map { [$0] } ?? []) + (book.unread > 0 ? ["\(book.unread) unread"] : []) + [
      tor, "onion \(status.onion.state.rawValue)", "peers \(status.links.proven)", "queue \(waiting)", relay,
    ] + (status.missing.contains(where: \.fault) ? ["/status: something is wrong"] : [])
  }

  // MARK: The list

  private func draw(_ field: ChatLayout.Field, in frame: inout Frame) {
    let people = book.people
    let here = book.open.flatMap { people.firstIndex(of: $0) } ?? 0
    let top = max(0, min(here - field.height / 2, people.count - field.height))
    for (offset, id) in people.dropFirst(top).prefix(field.height).enumerated() {
      let style: CellStyle = isOpen(id) ? .reversed : .plain
      frame.put(
        entry(id, width: field.width, style), row: field.row + offset, column: field.column, width: field.width,
        filling: style)
    }
  }

  /// A mark, the name, and how many unread messages there are.
  private func entry(_ id: String, width: Int, _ style: CellStyle) -> StyledLine {
    let unread = book.requests[id]?.messages ?? book.conversations[id]?.unread ?? 0
    let count = StyledLine(unread > 0 ? " \(unread) " : "", style.union(.bold))
    var line = StyledLine(mark(id), style.union(book.requests[id] == nil ? .plain : .alert))
    let isLoud = unread > 0 && book.contacts[id]?.muted != true
    let name = StyledLine(book.name(id), isLoud ? style.union(.bold) : style)
    line.append(name.truncated(to: max(0, width - line.width - count.width)))
    line.pad(to: width - count.width, style)
    line.append(count)
    return line
  }

  /// Whether somebody is there: proven link, none, asks, blocked.
  private func mark(_ id: String) -> String {
    if book.requests[id] != nil { return "? " }
    if id == book.status?.identity.nodeID { return "✎ " }
    guard let contact = book.contacts[id], contact.state == .accepted else { return "× " }
    return switch contact.link {
    case .proven: "● "
    case .dialling, .open: "◌ "
    case .none: "○ "
    }
  }
}
