import SQLite

/// A column whose cells are sealed, and the columns that name its row: how a cell's place is made. The same for
/// writing, reading, and checking the whole file.
struct SealedColumn {
  let table: String
  let column: String
  let key: [String]

  static let all = [
    SealedColumn(table: "settings", column: "value", key: ["name"]),
    SealedColumn(table: "identity", column: "keys", key: ["id"]),
    SealedColumn(table: "prekeys", column: "ring", key: ["id"]),
    SealedColumn(table: "sessions", column: "state", key: ["peer"]),
    SealedColumn(table: "contacts", column: "card", key: ["peer"]),
    SealedColumn(table: "messages", column: "content", key: ["peer", "direction", "id"]),
    SealedColumn(table: "delivery_steps", column: "entry", key: ["peer", "direction", "message", "step"]),
    SealedColumn(table: "outbox", column: "name", key: ["peer", "id"]),
    SealedColumn(table: "outbox", column: "ciphertext", key: ["peer", "id"]),
    SealedColumn(table: "outbox", column: "deposits", key: ["peer", "id"]),
    SealedColumn(table: "outbox", column: "note", key: ["peer", "id"]),
    SealedColumn(table: "notes_early", column: "note", key: ["number"]),
    SealedColumn(table: "drafts", column: "text", key: ["peer"]),
    SealedColumn(table: "receipts_owed", column: "receipt", key: ["peer", "id"]),
    SealedColumn(table: "files", column: "name", key: ["id"]),
    SealedColumn(table: "attachments", column: "bytes", key: ["id"]),
    SealedColumn(table: "events", column: "body", key: ["cursor"]),
  ]
}

extension NodeStore {
  /// What is wrong with the file: damaged pages, indexes and references, and how many cells of which column do not
  /// open. Empty when all is well. Reads everything.
  package func faults() throws(StoreError) -> [String] {
    var faults: [String]
    do throws(DatabaseError) { faults = try database.integrityFaults() } catch { throw .database(error) }
    for column in SealedColumn.all {
      let broken = try brokenCells(column)
      if broken > 0 { faults.append("\(broken) cells of \(column.table).\(column.column) do not open") }
    }
    return faults
  }

  private func brokenCells(_ sealed: SealedColumn) throws(StoreError) -> Int {
    var broken = 0
    let columns = ([sealed.column] + sealed.key).joined(separator: ", ")
    let place = ColumnCipher.Place(sealed.table, sealed.column, row: [])
    let key = 1..<Int32(1 + sealed.key.count)
    try database.forEach("SELECT \(columns) FROM \(sealed.table) WHERE \(sealed.column) IS NOT NULL") {
      (row) throws(StoreError) in
      do throws(StoreError) { _ = try cipher.open(row.blob(0), at: place.of(row, key: key)) } catch { broken += 1 }
      return true
    }
    return broken
  }
}
