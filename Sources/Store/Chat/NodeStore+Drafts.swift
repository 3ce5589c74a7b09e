import SQLite
package import Wire

extension NodeStore {
  package func draft(to peer: NodeID) throws(StoreError) -> String? {
    let index = peerIndex(peer)
    return try first("SELECT text FROM drafts WHERE peer = ?", [.blob(index)]) { (row) throws(StoreError) in
      try cipher.read(row.blob(0), at: draftPlace(index)) { $0.text() }
    }
  }

  package func saveDraft(_ draft: String?, to peer: NodeID) throws(StoreError) {
    let index = peerIndex(peer)
    guard let draft else { return try write("DELETE FROM drafts WHERE peer = ?", [.blob(index)]) }
    var cell = CellWriter()
    cell.add(draft)
    try write(
      "INSERT OR REPLACE INTO drafts (peer, text) VALUES (?, ?)",
      [.blob(index), .blob(cipher.seal(cell.bytes, at: draftPlace(index)))])
  }

  private func draftPlace(_ peer: [UInt8]) -> ColumnCipher.Place { .init("drafts", "text", row: .blob(peer)) }
}
