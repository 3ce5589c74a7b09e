import CSQLite
import Glibc

/// Why the database refused. It carries the statement's text, never its arguments.
package struct DatabaseError: Error, Equatable, Sendable {
  /// What the caller can do about it.
  package enum Kind: Equatable, Sendable {
    /// No space: free some, then try again; nothing of the transaction was kept.
    case full
    /// The file or its directory cannot be written by this user.
    case readOnly
    /// Another process has the file.
    case locked
    /// The file is damaged, or is no database.
    case corrupt
    /// A UNIQUE, NOT NULL, CHECK or foreign-key rule of the schema was broken.
    case constraint
    /// Anything else: an I/O fault, or a fault of ours.
    case other
  }

  package let kind: Kind
  /// SQLite's extended result code.
  package let code: Int32
  package let message: String
  package let sql: String

  package init(kind: Kind, code: Int32, message: String, sql: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that `handle` reports for a call that returned `code`.
  init(_ code: Int32, handle: OpaquePointer?, sql: String) {
    // SQLite forgets the system's error on the way out of a failed COMMIT; the thread still has it.
    let last = errno
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    let recorded = handle.map { sqlite3_system_errno($0) } ?? 0
    let system = recorded == 0 ? last : recorded
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let kind = Kind(code: code, systemError: system)
    var message = text.map { String(cString: $0) } ?? "unknown"
    // Here SQLite says only that the disk failed; the system said how.
    if Kind.isOfDisk(code), kind != .other { message += ": " + String(cString: strerror(system)) }
    self.init(kind: kind, code: extended, message: message, sql: sql)
  }
}

/// An error that can stand for a refusal of the database: what a body run in a transaction or over rows may throw.
package protocol DatabaseFailure: Error {
  init(database: DatabaseError)
}

extension DatabaseError: DatabaseFailure {
  package init(database: DatabaseError) { self = database }
}

extension DatabaseError.Kind {
  static func isOfDisk(_ code: Int32) -> Bool { [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff) }

  /// A full or read-only file system also surfaces as an I/O or open error with its errno beside it.
  init(code: Int32, systemError: Int32) {
    switch code & 0xff {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      switch systemError {
      case ENOSPC, EDQUOT, EFBIG: self = .full
      case EROFS, EACCES, EPERM: self = .readOnly
      default: self = .other
      }
    default: self = .other
    }
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The statement tells nothing of a disk that is full, a file that is locked or the like, whatever it was.
  package var description: String {
    let what = "\(message) (SQLite code \(code))"
    return switch kind {
    case .full, .readOnly, .locked, .corrupt: what
    case .constraint, .other: "\(what) in: \(sql)"
    }
  }
}
