import CSQLite

extension Database {
  /// Whether a transaction is open. SQLite ends one by itself when the disk is full or fails.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Takes the write lock at once, so that no later statement of the transaction can be refused it.
  package func begin() throws(DatabaseError) { try run("BEGIN IMMEDIATE") }

  /// Commits; when that fails, everything since `begin` is undone.
  package func commit() throws(DatabaseError) {
    do throws(DatabaseError) {
      try run("COMMIT")
    } catch {
      rollback()
      throw error
    }
  }

  /// Undoes everything since `begin`; nothing when SQLite has done so already. It cannot fail: with the
  /// transaction's pages unwritten there is nothing left that could.
  package func rollback() {
    savepoints = 0
    guard isInTransaction else { return }
    try? run("ROLLBACK")
  }

  /// Runs `body` in a transaction of its own: committed when it returns, undone when it throws.
  package func transaction<T, Failure: DatabaseFailure>(
    _ body: () throws(Failure) -> T
  ) throws(Failure) -> T {
    do throws(DatabaseError) { try begin() } catch { throw Failure(database: error) }
    let result: T
    do throws(Failure) {
      result = try body()
    } catch {
      rollback()
      throw error
    }
    do throws(DatabaseError) { try commit() } catch { throw Failure(database: error) }
    return result
  }

  /// Runs `body` so that what it wrote is undone when it throws, while the transaction around it goes on.
  /// Outside a transaction it is one.
  package func savepoint<T, Failure: DatabaseFailure>(
    _ body: () throws(Failure) -> T
  ) throws(Failure) -> T {
    guard isInTransaction else { return try transaction(body) }
    let mark: Savepoint
    do throws(DatabaseError) { mark = try setSavepoint() } catch { throw Failure(database: error) }
    let result: T
    do throws(Failure) {
      result = try body()
    } catch {
      rollback(to: mark)
      throw error
    }
    do throws(DatabaseError) { try release(mark) } catch { throw Failure(database: error) }
    return result
  }

  /// A place in the open transaction that can be gone back to.
  package struct Savepoint {
    let depth: Int
    var name: String { "s\(depth)" }
  }

  /// Marks this place; end it with `release` or `rollback(to:)`, innermost first.
  package func setSavepoint() throws(DatabaseError) -> Savepoint {
    let mark = Savepoint(depth: savepoints)
    try run("SAVEPOINT \(mark.name)")
    savepoints += 1
    return mark
  }

  /// Keeps what was written since the mark as part of the transaction.
  package func release(_ mark: Savepoint) throws(DatabaseError) {
    savepoints = mark.depth
    try run("RELEASE \(mark.name)")
  }

  /// Undoes what was written since the mark. When that is impossible the whole transaction is undone, which the
  /// caller sees in `isInTransaction`: never is half of it kept.
  package func rollback(to mark: Savepoint) {
    guard isInTransaction else {
      savepoints = 0
      return
    }
    savepoints = mark.depth
    do throws(DatabaseError) {
      try run("ROLLBACK TO \(mark.name)")
      try run("RELEASE \(mark.name)")
    } catch {
      rollback()
    }
  }
}
