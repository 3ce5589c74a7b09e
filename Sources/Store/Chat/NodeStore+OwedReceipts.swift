package import Chat
import SQLite
package import Wire

/// Receipts that could not be handed over yet: one that is lost makes the peer send again, so this is for its sake.
extension NodeStore {
  package func owedReceiptPeers() throws(StoreError) -> [NodeID] {
    let peers = try query("SELECT peer, id, receipt FROM receipts_owed GROUP BY peer", [], owed)
    return peers.map(\.peer).sorted()
  }

  package func owedReceipts(of peer: NodeID, limit: Int) throws(StoreError) -> [OwedReceipt] {
    try query(
      "SELECT peer, id, receipt FROM receipts_owed WHERE peer = ? ORDER BY rowid LIMIT ?",
      [.blob(peerIndex(peer)), .integer(Int64(limit))], owed)
  }

  package func saveOwedReceipt(_ receipt: OwedReceipt) throws(StoreError) {
    let (peer, id) = (peerIndex(receipt.peer), messageIndex(receipt.id))
    var cell = CellWriter()
    cell.add(receipt.peer.bytes)
    cell.add(receipt.id.text)
    cell.add(receipt.status.rawValue)
    try write(
      "INSERT OR REPLACE INTO receipts_owed (peer, id, receipt) VALUES (?, ?, ?)",
      [.blob(peer), .blob(id), .blob(cipher.seal(cell.bytes, at: receiptPlace(peer, id)))])
  }

  package func removeOwedReceipt(_ id: MessageID, of peer: NodeID) throws(StoreError) {
    try write(
      "DELETE FROM receipts_owed WHERE peer = ? AND id = ?", [.blob(peerIndex(peer)), .blob(messageIndex(id))])
  }

  package func countOwedReceipts(of peer: NodeID) throws(StoreError) -> Int {
    Int(try number("SELECT count(*) FROM receipts_owed WHERE peer = ?", [.blob(peerIndex(peer))]))
  }

  private func receiptPlace(_ peer: [UInt8], _ id: [UInt8]) -> ColumnCipher.Place {
    ColumnCipher.Place("receipts_owed", "receipt", row: .blob(peer), .blob(id))
  }

  private func owed(_ row: borrowing Row) throws(StoreError) -> OwedReceipt {
    try cipher.read(row.blob(2), at: receiptPlace(row.blob(0), row.blob(1))) { (cell) in
      guard let peer = NodeID(bytes: cell.bytes()), let id = MessageID(cell.text()),
        let status = AckStatus(rawValue: cell.text())
      else { return nil }
      return OwedReceipt(peer: peer, id: id, status: status)
    }
  }
}
