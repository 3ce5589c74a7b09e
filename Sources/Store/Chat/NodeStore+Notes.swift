package import Chat
import SQLite
package import Wire

extension NodeStore {
  package func isKnownNote(_ id: MessageID, of peer: NodeID) throws(StoreError) -> Bool {
    try first(
      "SELECT 1 FROM notes_known WHERE peer = ? AND id = ?", [.blob(peerIndex(peer)), .blob(messageIndex(id))]
    ) { $0.integer(0) } != nil
  }

  package func saveKnownNote(_ id: MessageID, of peer: NodeID, keeping limit: Int) throws(StoreError) {
    let index = Value.blob(peerIndex(peer))
    try write("INSERT OR IGNORE INTO notes_known (peer, id) VALUES (?, ?)", [index, .blob(messageIndex(id))])
    try forget("notes_known", of: index, keeping: limit)
  }

  package func saveEarlyNote(_ note: EarlyNote, keeping limit: Int) throws(StoreError) {
    let index = Value.blob(peerIndex(note.peer))
    // Numbered here, since the number is part of what the cell is bound to.
    let number = try number("SELECT seq FROM sqlite_sequence WHERE name = 'notes_early'") + 1
    try write(
      "INSERT INTO notes_early (number, peer, target, note) VALUES (?, ?, ?, ?)",
      [
        .integer(number), index, .blob(messageIndex(note.target)),
        .blob(cipher.seal(noteCell(note.note), at: earlyPlace(number))),
      ])
    try forget("notes_early", of: index, keeping: limit)
  }

  package func takeEarlyNotes(of peer: NodeID, about target: MessageID) throws(StoreError) -> [ChatNote] {
    let key: [Value] = [.blob(peerIndex(peer)), .blob(messageIndex(target))]
    let notes = try query(
      "SELECT number, note FROM notes_early WHERE peer = ? AND target = ? ORDER BY number", key
    ) { (row) throws(StoreError) in try cipher.note(in: row.blob(1), at: earlyPlace(row.integer(0))) }
    if !notes.isEmpty { try write("DELETE FROM notes_early WHERE peer = ? AND target = ?", key) }
    return notes
  }

  /// All but the last of a peer's.
  private func forget(_ table: String, of peer: Value, keeping limit: Int) throws(StoreError) {
    try write(
      """
      DELETE FROM \(table) WHERE peer = ? AND number <=
        (SELECT number FROM \(table) WHERE peer = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
      """, [peer, peer, .integer(Int64(limit))])
  }

  private func earlyPlace(_ number: Int64) -> ColumnCipher.Place {
    ColumnCipher.Place("notes_early", "note", row: .integer(number))
  }
}
