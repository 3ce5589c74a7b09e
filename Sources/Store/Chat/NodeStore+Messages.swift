package import Chat
import SQLite
package import Wire
package import World

extension NodeStore {
  static let messageColumns = "peer, direction, id, position, sequence, state, content, expires_at, gone"

  package func message(_ key: MessageKey) throws(StoreError) -> ChatMessage? {
    let row = row(of: key)
    return try first(
      "SELECT \(Self.messageColumns) FROM messages WHERE peer = ? AND direction = ? AND id = ?",
      [.blob(row.peer), .integer(row.direction), .blob(row.id)], message)
  }

  package func sentMessage(_ id: MessageID) throws(StoreError) -> ChatMessage? {
    try first(
      "SELECT \(Self.messageColumns) FROM messages WHERE id = ? AND direction = 0 AND gone = 0",
      [.blob(messageIndex(id))],
      message)
  }

  package func messages(named beginning: String, amongNewest limit: Int) throws(StoreError) -> [ChatMessage] {
    let wanted = beginning.uppercased()
    // The names are sealed with the contents, so each has to be opened.
    return try query(
      "SELECT \(Self.messageColumns) FROM messages WHERE gone = 0 ORDER BY rowid DESC LIMIT ?",
      [.integer(Int64(limit))],
      message
    ).filter { $0.id.text.uppercased().hasPrefix(wanted) }
  }

  package func insertMessage(_ message: ChatMessage) throws(StoreError) {
    let row = row(of: message.key)
    try write(
      "INSERT INTO messages (\(Self.messageColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .blob(row.peer), .integer(row.direction), .blob(row.id), .integer(message.position),
        .integer(message.sequence), .text(message.state.rawValue),
        .blob(sealed(message, row)), Value(message.expiresAt?.milliseconds),
        .integer(message.isGone ? 1 : 0),
      ])
  }

  package func updateMessage(_ message: ChatMessage) throws(StoreError) {
    let row = row(of: message.key)
    try write(
      "UPDATE messages SET content = ? WHERE peer = ? AND direction = ? AND id = ? AND gone = 0",
      [.blob(sealed(message, row))] + row.key)
  }

  package func eraseMessage(_ key: MessageKey) throws(StoreError) {
    guard let message = try message(key) else { return }
    let row = row(of: key)
    let name = ChatMessage(
      key: key, body: "", sentAt: message.sentAt, receivedAt: nil, position: message.position,
      sequence: message.sequence, previous: message.previous, state: message.state, isGone: true)
    try write(
      "UPDATE messages SET content = ?, expires_at = NULL, gone = 1 WHERE peer = ? AND direction = ? AND id = ?",
      [.blob(sealed(name, row))] + row.key)
    try write("DELETE FROM delivery_steps WHERE peer = ? AND direction = ? AND message = ?", row.key)
    try eraseFile(of: row)
  }

  private func sealed(_ message: ChatMessage, _ row: MessageRow) -> [UInt8] {
    var content = CellWriter()
    content.add(message.peer.bytes)
    content.add(message.id.text)
    content.add(message.sentAt)
    content.add(message.receivedAt) { $0.add($1) }
    content.add(message.body)
    content.add(message.previous)
    content.add(message.replyTo) { $0.add($1.text) }
    content.add(message.editedAt) { $0.add($1) }
    content.add(Int64(message.reactions.count))
    for reaction in message.reactions {
      content.add(reaction.author.bytes)
      content.add(reaction.emoji) { $0.add($1) }
      content.add(reaction.number)
    }
    content.add(message.file) { $0.add($1) }
    return cipher.seal(content.bytes, at: contentPlace(row))
  }

  package func setState(_ state: DeliveryState, of key: MessageKey) throws(StoreError) {
    let row = row(of: key)
    try write(
      "UPDATE messages SET state = ? WHERE peer = ? AND direction = ? AND id = ?",
      [.text(state.rawValue), .blob(row.peer), .integer(row.direction), .blob(row.id)])
  }

  package func messages(
    with peer: NodeID, before place: HistoryPlace?, limit: Int
  ) throws(StoreError) -> [ChatMessage] {
    let place = place ?? HistoryPlace(position: .max, sequence: .max)
    return try query(
      """
      SELECT \(Self.messageColumns) FROM messages WHERE peer = ? AND (position, sequence) < (?, ?) AND gone = 0
      ORDER BY position DESC, sequence DESC LIMIT ?
      """,
      [.blob(peerIndex(peer)), .integer(place.position), .integer(place.sequence), .integer(Int64(limit))], message)
  }

  package func messages(
    with peer: NodeID, after place: HistoryPlace, limit: Int
  ) throws(StoreError) -> [ChatMessage] {
    try query(
      """
      SELECT \(Self.messageColumns) FROM messages WHERE peer = ? AND (position, sequence) > (?, ?) AND gone = 0
      ORDER BY position, sequence LIMIT ?
      """,
      [.blob(peerIndex(peer)), .integer(place.position), .integer(place.sequence), .integer(Int64(limit))], message)
  }

  package func countMessages(with peer: NodeID) throws(StoreError) -> Int {
    Int(try number("SELECT count(*) FROM messages WHERE peer = ? AND gone = 0", [.blob(peerIndex(peer))]))
  }

  package func lastPosition(with peer: NodeID) throws(StoreError) -> Int64 {
    try number("SELECT max(position) FROM messages WHERE peer = ?", [.blob(peerIndex(peer))])
  }

  package func position(afterSequence sequence: Int64, from peer: NodeID) throws(StoreError) -> Int64? {
    try first(
      "SELECT min(position) FROM messages WHERE peer = ? AND direction = 1 AND sequence > ?",
      [.blob(peerIndex(peer)), .integer(sequence)]
    ) { $0.optionalInteger(0) } ?? nil
  }

  package func lastSequence(to peer: NodeID) throws(StoreError) -> Int64 {
    let peer = Value.blob(peerIndex(peer))
    let sent = try number("SELECT max(sequence) FROM messages WHERE peer = ? AND direction = 0", [peer])
    return max(sent, try number("SELECT max(sequence) FROM outbox WHERE peer = ?", [peer]))
  }

  package func lastSequence(to peer: NodeID, before sequence: Int64) throws(StoreError) -> Int64 {
    try first(
      """
      SELECT sequence FROM messages WHERE peer = ? AND direction = 0 AND sequence < ? AND state NOT LIKE 'failed%'
      ORDER BY sequence DESC LIMIT 1
      """, [.blob(peerIndex(peer)), .integer(sequence)]
    ) { $0.integer(0) } ?? 0
  }

  package func hasReceived(before sequence: Int64, from peer: NodeID) throws(StoreError) -> Bool {
    try first(
      "SELECT 1 FROM messages WHERE peer = ? AND direction = 1 AND sequence < ? LIMIT 1",
      [.blob(peerIndex(peer)), .integer(sequence)]
    ) { $0.integer(0) } != nil
  }

  package func hasReceived(sequence: Int64, from peer: NodeID) throws(StoreError) -> Bool {
    try first(
      "SELECT 1 FROM messages WHERE peer = ? AND direction = 1 AND sequence = ?",
      [.blob(peerIndex(peer)), .integer(sequence)]
    ) { $0.integer(0) } != nil
  }

  package func unreadMessages(
    with peer: NodeID, through place: HistoryPlace?, limit: Int
  ) throws(StoreError) -> [MessageKey] {
    let place = place ?? HistoryPlace(position: .max, sequence: .max)
    return try query(
      """
      SELECT \(Self.messageColumns) FROM messages
      WHERE peer = ? AND direction = 1 AND state = 'delivered' AND gone = 0 AND (position, sequence) <= (?, ?)
      ORDER BY position, sequence LIMIT ?
      """,
      [.blob(peerIndex(peer)), .integer(place.position), .integer(place.sequence), .integer(Int64(limit))], message
    ).map(\.key)
  }

  package func countUnread(with peer: NodeID) throws(StoreError) -> Int {
    Int(
      try number(
        """
        SELECT count(*) FROM messages WHERE peer = ? AND direction = 1 AND state = 'delivered' AND gone = 0
        """, [.blob(peerIndex(peer))]))
  }

  package func messages(expiredBy time: Timestamp, limit: Int) throws(StoreError) -> [MessageKey] {
    try query(
      """
      SELECT \(Self.messageColumns) FROM messages WHERE expires_at IS NOT NULL AND gone = 0 AND expires_at <= ?
      ORDER BY expires_at LIMIT ?
      """, [.integer(time.milliseconds), .integer(Int64(limit))], message
    ).map(\.key)
  }

  package func settledMessages(storedBefore time: Timestamp, limit: Int) throws(StoreError) -> [MessageKey] {
    // Rows are in the order in which they were stored, and their times mostly as well; these are sealed with the contents.
    // What was stored under a clock that was ahead must not keep what came after it for ever.
    let first = try settledMessages(limit: limit)
    let due = first.filter { ($0.receivedAt ?? $0.sentAt) < time }
    guard first.count == limit, due.count < limit else { return due.map(\.key) }
    return try settledMessages(limit: limit + Self.misdatedMessages)
      .filter { ($0.receivedAt ?? $0.sentAt) < time }.prefix(limit).map(\.key)
  }

  /// Messages with a later time that are looked past: a day's worth of a busy node.
  private static let misdatedMessages = 2_000

  private func settledMessages(limit: Int) throws(StoreError) -> [ChatMessage] {
    try query(
      """
      SELECT \(Self.messageColumns) FROM messages
      WHERE gone = 0 AND (state IN ('delivered', 'read') OR state LIKE 'failed%') ORDER BY rowid LIMIT ?
      """, [.integer(Int64(limit))], message)
  }

  package func nextExpiry() throws(StoreError) -> Timestamp? {
    try first(
      "SELECT expires_at FROM messages WHERE expires_at IS NOT NULL AND gone = 0 ORDER BY expires_at LIMIT 1"
    ) { Timestamp(milliseconds: $0.integer(0)) }
  }

  func contentPlace(_ row: MessageRow) -> ColumnCipher.Place {
    .init("messages", "content", row: row.key)
  }

  func message(_ row: borrowing Row) throws(StoreError) -> ChatMessage {
    let name = MessageRow(peer: row.blob(0), direction: row.integer(1), id: row.blob(2))
    let (position, sequence) = (row.integer(3), row.integer(4))
    let expiresAt = row.optionalInteger(7).map { Timestamp(milliseconds: $0) }
    let isGone = row.integer(8) != 0
    guard let state = DeliveryState(rawValue: row.text(5)) else {
      throw .malformed(table: "messages", column: "state")
    }
    return try cipher.read(row.blob(6), at: contentPlace(name)) { (cell) in
      guard let peer = NodeID(bytes: cell.bytes()), let id = MessageID(cell.text()) else { return nil }
      let key = MessageKey(peer: peer, direction: name.direction == 0 ? .sent : .received, id: id)
      let sentAt = cell.time()
      let receivedAt = cell.optional { $0.time() }
      let body = cell.text()
      // Cells of the first version end here.
      let isShort = cell.isAtEnd
      let previous = isShort ? 0 : cell.integer()
      let replyTo = isShort ? nil : cell.optional { MessageID($0.text()) } ?? nil
      let editedAt = isShort ? nil : cell.optional { $0.time() }
      let reactions = isShort ? [] : reactions(in: &cell)
      // Those of the second end here.
      var file: ChatFile?
      if !cell.isAtEnd, let stored = cell.optional({ $0.file() }) {
        guard let stored else { return nil }
        file = stored
      }
      return ChatMessage(
        key: key, body: body, sentAt: sentAt, receivedAt: receivedAt, position: position, sequence: sequence,
        previous: previous, replyTo: replyTo, expiresAt: expiresAt, editedAt: editedAt, file: file,
        reactions: reactions, state: state, isGone: isGone)
    }
  }

  private func reactions(in cell: inout CellReader) -> [Reaction] {
    // The cell is ours; the bound only keeps a wrong number from making this long.
    (0..<min(max(cell.integer(), 0), 1024)).compactMap { _ in
      let author = NodeID(bytes: cell.bytes())
      let emoji = cell.optional { $0.text() }
      let number = cell.integer()
      return author.map { Reaction(author: $0, emoji: emoji, number: number) }
    }
  }
}
