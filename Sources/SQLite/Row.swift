import CSQLite

/// The row a query stands on. It can only be borrowed, so it cannot outlive the step that made it.
///
/// Tables are STRICT, so a column has the type it was declared with; a column that does not (a file changed by
/// another hand) reads as SQLite converts it, without a trap.
package struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  /// The integer of a column; 0 for NULL.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The number of a column; 0 for NULL.
  package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  /// Whether the integer of a column is not 0.
  package func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  /// The text of a column; empty for NULL.
  package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The byte string of a column; empty for NULL.
  package func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// Writes the byte string of a column over `bytes`, whose memory is used again; nothing for NULL.
  package func copyBlob(_ column: Int32, to bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    guard let start = sqlite3_column_blob(statement, column) else { return }
    bytes.append(
      contentsOf: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// The value of a column, whatever its type.
  package func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }

  package func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_BLOB }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  package func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
