import CSQLite
import Glibc

/// A prepared statement, taken out of the cache for one use.
struct Statement {
  let pointer: OpaquePointer
  let handle: OpaquePointer
  let sql: String

  init(_ sql: String, on handle: OpaquePointer) throws(DatabaseError) {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, handle: handle, sql: sql) }
    guard let made else {
      throw DatabaseError(kind: .other, code: SQLITE_MISUSE, message: "the statement is empty", sql: sql)
    }
    pointer = made
    self.handle = handle
    self.sql = sql
  }

  func bind(_ arguments: [Value]) throws(DatabaseError) {
    guard arguments.count == Int(sqlite3_bind_parameter_count(pointer)) else {
      throw DatabaseError(
        kind: .other, code: SQLITE_RANGE, message: "\(arguments.count) arguments given", sql: sql)
    }
    for (index, value) in zip(Int32(1)..., arguments) {
      let code = bind(value, at: index)
      guard code == SQLITE_OK else { throw DatabaseError(code, handle: handle, sql: sql) }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, which the importer cannot express: SQLite copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let integer): return sqlite3_bind_int64(pointer, index, integer)
    case .real(let real): return sqlite3_bind_double(pointer, index, real)
    case .text(var text):
      return text.withUTF8 { utf8 in
        guard let start = utf8.baseAddress else { return sqlite3_bind_text(pointer, index, "", 0, copied) }
        return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
          sqlite3_bind_text64(pointer, index, $0, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      // A null pointer would bind NULL.
      if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), copied)
      }
    }
  }

  /// Whether there is a row to read.
  func step() throws(DatabaseError) -> Bool {
    // So that an error finds only what this step left there.
    errno = 0
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw DatabaseError(code, handle: handle, sql: sql)
    }
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func finalize() { sqlite3_finalize(pointer) }
}
