package import Chat
import SQLite
package import Wire

extension NodeStore {
  private static let columns = "peer, id, sequence, name, ciphertext, deposits, note"

  package func outboxPeers() throws(StoreError) -> [NodeID] {
    // SQLite takes the other columns of the row that min() chose.
    let peers = try query("SELECT peer, id, min(sequence), name FROM outbox GROUP BY peer") {
      (row) throws(StoreError) in
      try outboxName(row.blob(3), peer: row.blob(0), id: row.blob(1)).peer
    }
    return peers.sorted()
  }

  package func outbox(of peer: NodeID, after sequence: Int64, limit: Int) throws(StoreError) -> [OutboxEntry] {
    try query(
      "SELECT \(Self.columns) FROM outbox WHERE peer = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      [.blob(peerIndex(peer)), .integer(sequence), .integer(Int64(limit))], entry)
  }

  package func outboxEntry(_ id: MessageID, of peer: NodeID) throws(StoreError) -> OutboxEntry? {
    try first(
      "SELECT \(Self.columns) FROM outbox WHERE peer = ? AND id = ?",
      [.blob(peerIndex(peer)), .blob(messageIndex(id))], entry)
  }

  package func saveOutboxEntry(_ entry: OutboxEntry) throws(StoreError) {
    let (peer, id) = (peerIndex(entry.peer), messageIndex(entry.id))
    var name = CellWriter()
    name.add(entry.peer.bytes)
    name.add(entry.id.text)
    let ciphertext = entry.ciphertext.map { ciphertext in
      var cell = CellWriter()
      cell.add(ciphertext.form.rawValue)
      cell.add(ciphertext.payload)
      cell.add(ciphertext.sessionID)
      return cipher.seal(cell.bytes, at: outboxPlace("ciphertext", peer, id))
    }
    let deposits = cipher.sealed(entry.deposits, at: outboxPlace("deposits", peer, id))
    try write(
      "INSERT OR REPLACE INTO outbox (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .blob(peer), .blob(id), .integer(entry.sequence),
        .blob(cipher.seal(name.bytes, at: outboxPlace("name", peer, id))), Value(ciphertext),
        Value(deposits), Value(entry.note.map { cipher.seal(noteCell($0), at: outboxPlace("note", peer, id)) }),
      ])
  }

  package func removeOutboxEntry(_ id: MessageID, of peer: NodeID) throws(StoreError) {
    try write(
      "DELETE FROM outbox WHERE peer = ? AND id = ?", [.blob(peerIndex(peer)), .blob(messageIndex(id))])
  }

  package func countOutbox(of peer: NodeID?) throws(StoreError) -> Int {
    guard let peer else { return Int(try number("SELECT count(*) FROM outbox")) }
    return Int(try number("SELECT count(*) FROM outbox WHERE peer = ?", [.blob(peerIndex(peer))]))
  }

  private func outboxPlace(_ column: String, _ peer: [UInt8], _ id: [UInt8]) -> ColumnCipher.Place {
    ColumnCipher.Place("outbox", column, row: .blob(peer), .blob(id))
  }

  private func outboxName(
    _ box: [UInt8], peer: [UInt8], id: [UInt8]
  ) throws(StoreError) -> (peer: NodeID, id: MessageID) {
    try cipher.read(box, at: outboxPlace("name", peer, id)) { (cell) in
      guard let peer = NodeID(bytes: cell.bytes()), let id = MessageID(cell.text()) else { return nil }
      return (peer, id)
    }
  }

  private func entry(_ row: borrowing Row) throws(StoreError) -> OutboxEntry {
    let (peer, id) = (row.blob(0), row.blob(1))
    let name = try outboxName(row.blob(3), peer: peer, id: id)
    var entry = OutboxEntry(peer: name.peer, id: name.id, sequence: row.integer(2))
    if let box = row.optionalBlob(4) {
      entry.ciphertext = try cipher.read(box, at: outboxPlace("ciphertext", peer, id)) { (cell) in
        guard let form = OutboxCiphertext.Form(rawValue: cell.text()) else { return nil }
        return OutboxCiphertext(form: form, payload: cell.bytes(), sessionID: cell.bytes())
      }
    }
    if let box = row.optionalBlob(5) {
      entry.deposits = try cipher.deposits(in: box, at: outboxPlace("deposits", peer, id))
    }
    if let box = row.optionalBlob(6) {
      entry.note = try cipher.note(in: box, at: outboxPlace("note", peer, id))
    }
    return entry
  }
}
