import CSQLite
import World

/// One connection to one SQLite file, for one thread (opened NOMUTEX; not Sendable).
///
/// WAL with `synchronous=FULL`: a commit that returned is on the disk. The connection holds the file's lock as long
/// as it is open, so no second process can read or write it in between.
package final class Database {
  /// Whether `open` may make a new file.
  package enum Mode { case create, existing }

  let handle: OpaquePointer
  let settings: DatabaseSettings
  private var idle: [String: Statement] = [:]
  var savepoints = 0

  /// Opens the file and sets the connection up.
  ///
  /// - Throws: `.locked` when another process has the file, `.corrupt` when it is not a database, `.readOnly` when
  ///   this user may not write it.
  package init(path: String, mode: Mode = .create, settings: DatabaseSettings = DatabaseSettings())
    throws(DatabaseError)
  {
    let creating = mode == .create ? SQLITE_OPEN_CREATE : 0
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | creating
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw DatabaseError(code, handle: opened, sql: "open \(path)")
    }
    handle = opened
    self.settings = settings
    sqlite3_busy_timeout(handle, Int32(clamping: settings.busyTimeout.milliseconds))
    try setUp()
  }

  deinit {
    for statement in idle.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  private func setUp() throws(DatabaseError) {
    // auto_vacuum counts only before the first table; EXCLUSIVE before the first WAL access keeps the index in
    // memory; trusted_schema and cell_size_check because the file may have been changed by another hand.
    var pragmas = [
      "locking_mode = EXCLUSIVE", "auto_vacuum = INCREMENTAL", "journal_mode = WAL", "synchronous = FULL",
      "foreign_keys = ON", "secure_delete = ON", "temp_store = MEMORY", "trusted_schema = OFF",
      "cell_size_check = ON", "wal_autocheckpoint = \(settings.checkpointPages)",
    ]
    if let limit = settings.pageLimit { pragmas.append("max_page_count = \(limit)") }
    for pragma in pragmas { try run("PRAGMA \(pragma)") }
    let journal = try first("PRAGMA journal_mode") { $0.text(0) } ?? ""
    guard journal == "wal" else {
      throw DatabaseError(
        kind: .other, code: SQLITE_ERROR, message: "the file keeps journal mode '\(journal)', not WAL",
        sql: "PRAGMA journal_mode = WAL")
    }
    // Takes the lock now, not at the first write, and finds a file that cannot be written.
    try run("BEGIN IMMEDIATE")
    try run("COMMIT")
  }

  /// Runs one statement and leaves its rows unread.
  package func run(_ sql: String, _ arguments: [Value] = []) throws(DatabaseError) {
    let statement = try checkOut(sql)
    defer { checkIn(statement) }
    try statement.bind(arguments)
    while try statement.step() {}
  }

  /// Runs each statement of a text, for schema changes.
  package func runScript(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, handle: handle, sql: sql) }
  }

  /// Runs one statement and hands each row to `body`, which says whether to go on.
  package func forEach<Failure: DatabaseFailure>(
    _ sql: String, _ arguments: [Value] = [],
    _ body: (borrowing Row) throws(Failure) -> Bool
  ) throws(Failure) {
    let statement: Statement
    do throws(DatabaseError) { statement = try checkOut(sql) } catch { throw Failure(database: error) }
    defer { checkIn(statement) }
    do throws(DatabaseError) { try statement.bind(arguments) } catch { throw Failure(database: error) }
    while true {
      let hasRow: Bool
      do throws(DatabaseError) { hasRow = try statement.step() } catch { throw Failure(database: error) }
      guard hasRow, try body(Row(statement.pointer)) else { return }
    }
  }

  /// What `read` makes of each row.
  package func query<T>(
    _ sql: String, _ arguments: [Value] = [], _ read: (borrowing Row) -> T
  ) throws(DatabaseError) -> [T] {
    var found: [T] = []
    try forEach(sql, arguments) { (row) throws(DatabaseError) in
      found.append(read(row))
      return true
    }
    return found
  }

  /// What `read` makes of the first row, or nil when there is none.
  package func first<T>(
    _ sql: String, _ arguments: [Value] = [], _ read: (borrowing Row) -> T
  ) throws(DatabaseError) -> T? {
    var found: T?
    try forEach(sql, arguments) { (row) throws(DatabaseError) in
      found = read(row)
      return false
    }
    return found
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The row id of the last INSERT.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// A statement in use is out of the cache, so that a query inside a query with the same text gets its own.
  private func checkOut(_ sql: String) throws(DatabaseError) -> Statement {
    if let kept = idle.removeValue(forKey: sql) { return kept }
    return try Statement(sql, on: handle)
  }

  private func checkIn(_ statement: Statement) {
    statement.reset()
    if idle.count < settings.cachedStatements, idle[statement.sql] == nil {
      idle[statement.sql] = statement
    } else {
      statement.finalize()
    }
  }
}
