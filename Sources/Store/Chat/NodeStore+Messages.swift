package import Chat
import SQLite
package import Wire

extension NodeStore {
  private static let columns = "peer, direction, id, position, sequence, state, content"

  package func message(_ key: MessageKey) throws(StoreError) -> ChatMessage? {
    let row = row(of: key)
    return try first(
      "SELECT \(Self.columns) FROM messages WHERE peer = ? AND direction = ? AND id = ?",
      [.blob(row.peer), .integer(row.direction), .blob(row.id)], message)
  }

  package func sentMessage(_ id: MessageID) throws(StoreError) -> ChatMessage? {
    try first(
      "SELECT \(Self.columns) FROM messages WHERE id = ? AND direction = 0", [.blob(messageIndex(id))], message)
  }

  package func messages(named beginning: String, amongNewest limit: Int) throws(StoreError) -> [ChatMessage] {
    let wanted = beginning.uppercased()
    // The names are sealed with the contents, so each has to be opened.
    return try query(
      "SELECT \(Self.columns) FROM messages ORDER BY rowid DESC LIMIT ?", [.integer(Int64(limit))], message
    ).filter { $0.id.text.uppercased().hasPrefix(wanted) }
  }

  package func insertMessage(_ message: ChatMessage) throws(StoreError) {
    var content = CellWriter()
    content.add(message.peer.bytes)
    content.add(message.id.text)
    content.add(message.sentAt)
    content.add(message.receivedAt) { $0.add($1) }
    content.add(message.body)
    let row = row(of: message.key)
    try write(
      "INSERT INTO messages (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .blob(row.peer), .integer(row.direction), .blob(row.id), .integer(message.position),
        .integer(message.sequence), .text(message.state.rawValue),
        .blob(cipher.seal(content.bytes, at: contentPlace(row))),
      ])
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
      SELECT \(Self.columns) FROM messages WHERE peer = ? AND (position, sequence) < (?, ?)
      ORDER BY position DESC, sequence DESC LIMIT ?
      """,
      [.blob(peerIndex(peer)), .integer(place.position), .integer(place.sequence), .integer(Int64(limit))], message)
  }

  package func countMessages(with peer: NodeID) throws(StoreError) -> Int {
    Int(try number("SELECT count(*) FROM messages WHERE peer = ?", [.blob(peerIndex(peer))]))
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
    try number(
      "SELECT max(sequence) FROM messages WHERE peer = ? AND direction = 0", [.blob(peerIndex(peer))])
  }

  private func contentPlace(_ row: MessageRow) -> ColumnCipher.Place {
    .init("messages", "content", row: row.key)
  }

  private func message(_ row: borrowing Row) throws(StoreError) -> ChatMessage {
    let name = MessageRow(peer: row.blob(0), direction: row.integer(1), id: row.blob(2))
    let (position, sequence) = (row.integer(3), row.integer(4))
    guard let state = DeliveryState(rawValue: row.text(5)) else {
      throw .malformed(table: "messages", column: "state")
    }
    return try cipher.read(row.blob(6), at: contentPlace(name)) { (cell) in
      guard let peer = NodeID(bytes: cell.bytes()), let id = MessageID(cell.text()) else { return nil }
      let key = MessageKey(peer: peer, direction: name.direction == 0 ? .sent : .received, id: id)
      let sentAt = cell.time()
      let receivedAt = cell.optional { $0.time() }
      return ChatMessage(
        key: key, body: cell.text(), sentAt: sentAt, receivedAt: receivedAt, position: position,
        sequence: sequence, state: state)
    }
  }
}
