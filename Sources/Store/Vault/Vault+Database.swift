import Glibc
import SQLite

/// What can be told of the database file without the key.
extension Vault {
  /// What every SQLite 3 file begins with (its file format, §1.3).
  private static let magic = Array("SQLite format 3".utf8) + [0]

  var hasDatabase: Bool { access(databasePath, F_OK) == 0 || errno != ENOENT }

  /// Whether the write-ahead log holds anything.
  private var hasLog: Bool {
    var log = stat()
    return stat(databasePath + "-wal", &log) == 0 && log.st_size > 0
  }

  /// Throws when the database cannot be one that this vault can be opened with.
  package func checkDatabase() throws(StoreError) {
    guard hasDatabase else { throw .databaseMissing(path: databasePath) }
    // Without waiting: a pipe in its place would never be written to.
    let file = Glibc.open(databasePath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .file(.last("open", databasePath)) }
    defer { close(file) }
    var beginning = [UInt8](repeating: 0, count: Self.magic.count)
    let count = read(file, &beginning, beginning.count)
    guard count >= 0 else { throw .file(.last("read", databasePath)) }
    // A process that was killed in its first seconds leaves everything in the log beside an empty file.
    if count == 0, hasLog { return }
    guard count > 0 else { throw .databaseDamaged(path: databasePath, reason: "it is empty") }
    guard beginning == Self.magic else {
      throw .databaseDamaged(path: databasePath, reason: "it is not a database")
    }
  }
}

extension StoreError {
  /// The same failure as one of opening a vault: damage names the file.
  func opening(_ vault: Vault) -> StoreError {
    switch self {
    case .database(let cause) where cause.kind == .corrupt, .migration(_, let cause) where cause.kind == .corrupt:
      .databaseDamaged(path: vault.databasePath, reason: cause.message)
    case .database, .newerSchema, .migration, .otherMasterKey, .sealBroken, .malformed, .databaseMissing,
      .databaseDamaged, .file, .displaced, .turnLost:
      self
    }
  }
}
