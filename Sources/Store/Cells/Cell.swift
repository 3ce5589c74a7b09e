import Bytes
import World

/// Writes what a sealed cell holds: a format number, then fields in a fixed order, each byte string behind its
/// length and each optional behind a flag.
struct CellWriter {
  static let format: UInt8 = 1
  private var writer = ByteWriter()

  init() { writer.append(Self.format) }

  var bytes: [UInt8] { writer.bytes }

  mutating func add(_ bytes: [UInt8]) { writer.appendLengthPrefixed(bytes) }

  mutating func add(_ text: String) { writer.appendLengthPrefixed(text.utf8) }

  mutating func add(_ integer: Int64) { writer.append(UInt64(bitPattern: integer)) }

  mutating func add(_ time: Timestamp) { add(time.milliseconds) }

  mutating func add<T>(_ value: T?, _ write: (inout CellWriter, T) -> Void) {
    writer.append(UInt8(value == nil ? 0 : 1))
    if let value { write(&self, value) }
  }
}

/// Reads what `CellWriter` wrote. A field that is not there reads as empty and marks the cell broken, so that a
/// reader takes all fields in a row and the cell is judged once, at its end.
struct CellReader {
  private var reader: ByteReader
  private var isBroken = false

  init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  mutating func bytes() -> [UInt8] {
    value { (reader) throws(ByteError) in Array(try reader.lengthPrefixed(limit: .max)) } ?? []
  }

  /// Passes over a byte string.
  mutating func skip() {
    _ = value { (reader) throws(ByteError) in try reader.lengthPrefixed(limit: .max) }
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  mutating func byte() -> UInt8 {
    value { (reader) throws(ByteError) in try reader.integer() } ?? 0
  }

  mutating func integer() -> Int64 {
    Int64(bitPattern: value { (reader) throws(ByteError) in try reader.integer(UInt64.self) } ?? 0)
  }

  mutating func time() -> Timestamp { Timestamp(milliseconds: integer()) }

  mutating func optional<T>(_ read: (inout CellReader) -> T) -> T? { byte() == 0 ? nil : read(&self) }

  /// Whether nothing is left: a cell of an older version ends before the fields that came later.
  var isAtEnd: Bool { reader.left == 0 }

  /// Whether every field was there and nothing is left.
  var isWhole: Bool { !isBroken && reader.left == 0 }

  private mutating func value<T>(_ read: (inout ByteReader) throws(ByteError) -> T) -> T? {
    do throws(ByteError) {
      return try read(&reader)
    } catch {
      isBroken = true
      return nil
    }
  }
}

extension ColumnCipher {
  /// Opens a cell and reads it; nil from `read` means that a field is not what it must be.
  func read<T>(_ box: [UInt8], at place: Place, _ read: (inout CellReader) -> T?) throws(StoreError) -> T {
    var cell = CellReader(try open(box, at: place))
    guard cell.byte() == CellWriter.format, let value = read(&cell), cell.isWhole else {
      throw .malformed(table: place.table, column: place.column)
    }
    return value
  }
}
