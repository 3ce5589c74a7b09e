package import Chat
import SQLite
package import Wire
package import World

extension NodeStore {
  package func appendEvent(
    _ kind: ChatEvent.Kind, peer: NodeID, message: MessageKey?, state: DeliveryState?,
    contact: ChatEvent.Contact?, at time: Timestamp
  ) throws(StoreError) -> ChatEvent {
    var body = CellWriter()
    body.add(kind.rawValue)
    body.add(peer.bytes)
    body.add(message) { (cell, key) in
      cell.add(key.peer.bytes)
      cell.add(key.direction.rawValue)
      cell.add(key.id.text)
    }
    body.add(state) { $0.add($1.rawValue) }
    body.add(contact) { (cell, contact) in
      cell.add(contact.trust.rawValue)
      cell.add(contact.localName) { $0.add($1) }
      cell.add(contact.username) { $0.add($1) }
    }
    // Numbered here, since the number is part of what the cell is bound to.
    let cursor = try lastEventCursor() + 1
    try write(
      "INSERT INTO events (cursor, at, body) VALUES (?, ?, ?)",
      [.integer(cursor), .integer(time.milliseconds), .blob(cipher.seal(body.bytes, at: eventPlace(cursor)))])
    return ChatEvent(
      cursor: cursor, at: time, kind: kind, peer: peer, message: message, state: state, contact: contact)
  }

  package func events(after cursor: Int64, limit: Int) throws(StoreError) -> [ChatEvent] {
    try query(
      "SELECT cursor, at, body FROM events WHERE cursor > ? ORDER BY cursor LIMIT ?",
      [.integer(cursor), .integer(Int64(limit))], event)
  }

  package func eventCursors() throws(StoreError) -> (oldest: Int64, last: Int64)? {
    let last = try lastEventCursor()
    guard last > 0 else { return nil }
    let oldest = try first("SELECT cursor FROM events ORDER BY cursor LIMIT 1") { $0.integer(0) }
    return (oldest ?? last + 1, last)
  }

  package func removeEvents(before cursor: Int64) throws(StoreError) {
    try write("DELETE FROM events WHERE cursor < ?", [.integer(cursor)])
  }

  /// SQLite keeps it also when the event is gone.
  private func lastEventCursor() throws(StoreError) -> Int64 {
    try number("SELECT seq FROM sqlite_sequence WHERE name = 'events'")
  }

  private func eventPlace(_ cursor: Int64) -> ColumnCipher.Place { .init("events", "body", row: .integer(cursor)) }

  private func event(_ row: borrowing Row) throws(StoreError) -> ChatEvent {
    let cursor = row.integer(0)
    let time = Timestamp(milliseconds: row.integer(1))
    return try cipher.read(row.blob(2), at: eventPlace(cursor)) { (cell) in
      guard let kind = ChatEvent.Kind(rawValue: cell.text()), let peer = NodeID(bytes: cell.bytes())
      else { return nil }
      let key = cell.optional { (cell) in (cell.bytes(), cell.text(), cell.text()) }
      let state = cell.optional { $0.text() }
      let message = key.flatMap { (peer, direction, id) -> MessageKey? in
        guard let peer = NodeID(bytes: peer), let direction = Direction(rawValue: direction),
          let id = MessageID(id)
        else { return nil }
        return MessageKey(peer: peer, direction: direction, id: id)
      }
      // Cells of the first version end here.
      let contact = cell.isAtEnd ? nil : cell.optional { $0.contact() }
      return ChatEvent(
        cursor: cursor, at: time, kind: kind, peer: peer, message: message,
        state: state.flatMap(DeliveryState.init(rawValue:)), contact: contact ?? nil)
    }
  }
}

extension CellReader {
  fileprivate mutating func contact() -> ChatEvent.Contact? {
    let trust = text()
    let localName = optional { $0.text() }
    let username = optional { $0.text() }
    return ChatContact.Trust(rawValue: trust).map {
      ChatEvent.Contact(trust: $0, localName: localName, username: username)
    }
  }
}
