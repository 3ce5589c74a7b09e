import Glibc
package import SQLite

/// The encrypted store of one node: one connection, one thread, one transaction a loop turn.
///
/// The first write of a turn begins the transaction, `commitTurn` ends it; each frame of the turn runs in a
/// `savepoint`, so that a frame that fails takes back what it wrote and nothing else. The parts of the store are
/// extensions of this class, one file a part.
package final class NodeStore {
  package let vault: Vault
  package let settings: StoreSettings
  let cipher: ColumnCipher
  let database: Database
  var recordCache = RecordCache()
  /// The file that was opened.
  private let file: FileSystem.Identity?
  private var turn = Turn.idle
  /// The running `savepoint` calls, outermost first; nil for one that has not written yet.
  private var frames: [Database.Savepoint?] = []

  private enum Turn {
    case idle
    case open
    case lost(DatabaseError)
  }

  /// Opens the database of a vault and brings it up to date.
  ///
  /// - Parameter program: the name and version of this program, told to an older one that finds a newer schema; nil to
  ///   only see whether the store can be opened: no row is changed then, and it may be out of date.
  package init(
    vault: Vault, master: MasterKey, program: String?, settings: StoreSettings = StoreSettings()
  ) throws(StoreError) {
    self.vault = vault
    self.settings = settings
    cipher = ColumnCipher(master)
    guard vault.hasDatabase else { throw .databaseMissing(path: vault.databasePath) }
    // SQLite would open it for reading alone, and fail later in words that name neither file nor cause.
    guard access(vault.databasePath, R_OK | W_OK) == 0 else { throw .file(.last("write", vault.databasePath)) }
    do throws(DatabaseError) {
      database = try Database(path: vault.databasePath, mode: .existing, settings: settings.database)
    } catch {
      throw StoreError.database(error).opening(vault)
    }
    file = FileSystem.Identity(of: vault.databasePath)
    do throws(StoreError) {
      if let program {
        try migrate()
        try checkMasterKey()
        try noteProgram(program)
      } else {
        try rehearse()
      }
    } catch {
      throw error.opening(vault)
    }
  }

  // MARK: Turns

  /// Whether this turn has written anything.
  package var hasUncommitted: Bool {
    switch turn {
    case .idle: false
    case .open, .lost: true
    }
  }

  /// Makes what the turn wrote durable; nothing when it wrote nothing. When it throws, all that the turn wrote is
  /// undone, and the next write begins a new turn.
  ///
  /// - Returns: whether there was anything to commit.
  @discardableResult
  package func commitTurn() throws(StoreError) -> Bool {
    precondition(frames.isEmpty, "a turn ends after its frames")
    defer { turn = .idle }
    switch turn {
    case .idle: return false
    case .lost(let error): throw .turnLost(error)
    case .open:
      // A file without a name takes writes as any other, and all of them go with it.
      guard FileSystem.Identity(of: vault.databasePath) == file else {
        recordCache = RecordCache()
        database.rollback()
        throw .displaced(path: vault.databasePath)
      }
      do throws(DatabaseError) {
        try database.commit()
      } catch {
        recordCache = RecordCache()
        throw .database(error)
      }
      return true
    }
  }

  /// Undoes all that the turn wrote.
  package func rollbackTurn() {
    precondition(frames.isEmpty, "a turn ends after its frames")
    recordCache = RecordCache()
    database.rollback()
    turn = .idle
  }

  /// Runs `body` so that what it wrote is undone when it throws. Costs nothing when it writes nothing.
  package func savepoint<T, Failure: DatabaseFailure>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
    frames.append(nil)
    let result: T
    do throws(Failure) {
      result = try body()
    } catch {
      if let mark = frames.removeLast() {
        recordCache = RecordCache()
        database.rollback(to: mark)
      }
      noteLoss(nil)
      throw error
    }
    do throws(DatabaseError) {
      if case .lost(let error) = turn { throw error }
      if let mark = frames.last ?? nil { try database.release(mark) }
      frames.removeLast()
    } catch {
      frames.removeLast()
      noteLoss(error)
      throw Failure(database: error)
    }
    return result
  }

  private func prepareToWrite() throws(StoreError) {
    if case .lost(let error) = turn { throw .turnLost(error) }
    do throws(DatabaseError) {
      if case .idle = turn { try database.begin() }
      turn = .open
      for index in frames.indices where frames[index] == nil { frames[index] = try database.setSavepoint() }
    } catch {
      throw .database(error)
    }
  }

  /// SQLite ends a transaction by itself when the disk fails under it. What earlier frames of the turn wrote is gone
  /// then, so later ones must not be kept as if it were there.
  private func noteLoss(_ error: DatabaseError?) {
    guard case .open = turn, !database.isInTransaction else { return }
    recordCache = RecordCache()
    turn = .lost(
      error ?? DatabaseError(kind: .other, code: 0, message: "the transaction ended early", sql: "ROLLBACK TO"))
  }

  // MARK: What the parts are written with

  /// Runs a statement that changes something.
  func write(_ sql: String, _ arguments: [Value] = []) throws(StoreError) {
    try prepareToWrite()
    do throws(DatabaseError) {
      try database.run(sql, arguments)
    } catch {
      noteLoss(error)
      throw .database(error)
    }
  }

  /// How many rows the last `write` changed.
  var changes: Int { database.changes }

  /// What `read` makes of each row.
  func query<T>(
    _ sql: String, _ arguments: [Value] = [], _ read: (borrowing Row) throws(StoreError) -> T
  ) throws(StoreError) -> [T] {
    var found: [T] = []
    try database.forEach(sql, arguments) { (row) throws(StoreError) in
      found.append(try read(row))
      return true
    }
    return found
  }

  /// What `read` makes of the first row, or nil when there is none.
  func first<T>(
    _ sql: String, _ arguments: [Value] = [], _ read: (borrowing Row) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    var found: T?
    try database.forEach(sql, arguments) { (row) throws(StoreError) in
      found = try read(row)
      return false
    }
    return found
  }

  /// The single integer that a query yields; 0 when there is no row.
  func number(_ sql: String, _ arguments: [Value] = []) throws(StoreError) -> Int64 {
    try first(sql, arguments) { $0.integer(0) } ?? 0
  }
}
