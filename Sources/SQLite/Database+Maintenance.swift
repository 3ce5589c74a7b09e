import CSQLite

extension Database {
  /// What SQLite finds wrong with the file: pages, indexes, column types, and references between tables. Empty when
  /// all is well. Reads the whole file.
  package func integrityFaults(limit: Int = 100) throws(DatabaseError) -> [String] {
    let faults = try query("PRAGMA integrity_check(\(limit))") { $0.text(0) }.filter { $0 != "ok" }
    let orphans = try query("PRAGMA foreign_key_check") {
      "row \($0.integer(1)) of \($0.text(0)) refers to a missing row of \($0.text(2))"
    }
    return faults + orphans.prefix(limit)
  }

  /// Rewrites the whole file without its holes. Takes as long as copying it, and as much space again.
  package func vacuum() throws(DatabaseError) { try run("VACUUM") }

  /// Gives up to `pages` free pages back to the file system: the piecewise form of `vacuum`, for a loop turn.
  package func releaseFreePages(_ pages: Int) throws(DatabaseError) {
    try run("PRAGMA incremental_vacuum(\(pages))")
  }

  /// Copies the write-ahead log into the file and empties it.
  package func checkpoint() throws(DatabaseError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, handle: handle, sql: "checkpoint") }
  }

  /// The sizes of the file, in bytes: all pages, and those of them that are free.
  package func sizes() throws(DatabaseError) -> (total: Int64, free: Int64) {
    func number(_ pragma: String) throws(DatabaseError) -> Int64 {
      try first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0
    }
    let page = try number("page_size")
    return (try number("page_count") * page, try number("freelist_count") * page)
  }
}
