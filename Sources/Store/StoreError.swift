package import SQLite

/// Why the store could not do what it was asked.
package enum StoreError: Error, Equatable {
  case database(DatabaseError)
  /// The store was made by a newer version, which named itself `madeBy`.
  case newerSchema(found: Int, known: Int, madeBy: String)
  /// A step that brings the store up to date failed; the store is as it was before the step.
  case migration(step: String, DatabaseError)
  /// The database is of another vault: its cells were sealed under another master key.
  case otherMasterKey
  /// A cell was changed or moved by another hand.
  case sealBroken(table: String, column: String)
  /// A cell opened and what is in it cannot be read.
  case malformed(table: String, column: String)
  /// The file that holds the store is not there.
  case databaseMissing(path: String)
  /// The file that holds the store is no database, or not whole.
  case databaseDamaged(path: String, reason: String)
  /// The file system would not say how much room there is.
  case file(FileError)
  /// The database that is open is no longer at its place: what is written to it now is lost at the end.
  case displaced(path: String)
  /// A failure undid the turn; it takes no more writes until `rollbackTurn` ends it.
  case turnLost(DatabaseError)
}

extension StoreError: DatabaseFailure {
  package init(database: DatabaseError) { self = .database(database) }
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .database(let error): error.description
    case .newerSchema(let found, let known, let madeBy):
      "the store was made by a newer version (\(madeBy), schema \(found); this version knows \(known)): install "
        + "that version or newer; nothing was changed"
    case .migration(let step, let error): "the store could not be brought up to date at '\(step)': \(error)"
    case .otherMasterKey: "the database belongs to another keyslot: restore the pair of 'keyslot' and 'sophax.db'"
    case .sealBroken(let table, let column): "a cell of \(table).\(column) was changed outside this program"
    case .malformed(let table, let column): "a cell of \(table).\(column) cannot be read"
    case .databaseMissing(let path): "\(path) is missing"
    case .databaseDamaged(let path, let reason): "\(path) is damaged (\(reason))"
    case .file(let error): error.description
    case .displaced(let path): "\(path) was moved or deleted under the running program: bring it back"
    case .turnLost(let error): "what this turn wrote was undone: \(error)"
    }
  }
}
