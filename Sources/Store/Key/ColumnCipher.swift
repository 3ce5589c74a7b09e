import Bytes
import Crypto
package import SQLite
import World

/// Seals the cells of the store: AES-256-GCM under one key per table, bound to its place, so that a cell moved to
/// another row, column or table does not open.
///
/// Nonces are random; SP 800-38D allows 2³² seals under one key that way, which one table of one person's node
/// does not reach.
package final class ColumnCipher {
  private let master: MasterKey
  /// One for each table, made when it is first needed.
  private var ciphers: [String: AES256GCM.Cipher] = [:]
  private let indexKey: SecretBytes
  private var chance = SystemRandom()

  package init(_ master: MasterKey) {
    self.master = master
    indexKey = master.derived("index")
  }

  /// The place of a cell: table, column, and what names the row for ever.
  package struct Place: Equatable, Sendable {
    package let table: String
    package let column: String
    /// What a cell of this place is bound to.
    fileprivate var bytes: [UInt8] { writer.bytes }
    private var writer: ByteWriter

    /// - Parameter row: the values of the row's key columns.
    package init(_ table: String, _ column: String, row: Value...) {
      self.init(table, column, row: row)
    }

    package init(_ table: String, _ column: String, row: [Value]) {
      self.table = table
      self.column = column
      writer = ByteWriter(capacity: 128)
      writer.appendLengthPrefixed(table.utf8)
      writer.appendLengthPrefixed(column.utf8)
      for value in row { append(value) }
    }

    /// In a column whose row is not yet named: the place in the row that a query stands on.
    ///
    /// - Parameter key: where the query has the row's key columns.
    package func of(_ row: borrowing Row, key: Range<Int32>) -> Place {
      var place = self
      for column in key { place.append(row.value(column)) }
      return place
    }

    /// The same for many rows: this place becomes the one in the row that a query stands on.
    ///
    /// - Parameters:
    ///   - count: bytes of the place before a row was named.
    ///   - memory: for the values.
    fileprivate mutating func move(
      to row: borrowing Row, key: Range<Int32>, from count: Int, memory: inout [UInt8]
    ) {
      writer.truncate(to: count)
      for column in key {
        if row.isBlob(column) {
          row.copyBlob(column, to: &memory)
          writer.appendLengthPrefixed(memory)
        } else {
          append(row.value(column))
        }
      }
    }

    private mutating func append(_ value: Value) {
      switch value {
      case .null: break
      case .integer(let number): writer.append(UInt64(bitPattern: number))
      case .real(let number): writer.append(number.bitPattern)
      case .text(let text): writer.appendLengthPrefixed(text.utf8)
      case .blob(let bytes): writer.appendLengthPrefixed(bytes)
      }
    }

    package static func == (a: Place, b: Place) -> Bool { a.bytes == b.bytes }
  }

  package func seal(_ plaintext: [UInt8], at place: Place) -> [UInt8] {
    cipher(of: place.table).seal(
      plaintext, nonce: chance.bytes(AES256GCM.nonceCount), authenticating: place.bytes)
  }

  /// - Throws: `.sealBroken`: the cell was changed, moved, or sealed under another master key.
  package func open(_ box: [UInt8], at place: Place) throws(StoreError) -> [UInt8] {
    do throws(CryptoError) {
      return try cipher(of: place.table).open(box, authenticating: place.bytes)
    } catch {
      throw .sealBroken(table: place.table, column: place.column)
    }
  }

  /// Reads the cells of one column, many rows in a row, in memory that is used again.
  func reader(of table: String, _ column: String) -> ColumnReader {
    ColumnReader(cipher: cipher(of: table), table: table, column: column)
  }

  /// Opens cells of one column one after the other; the plaintext of each stays until the next.
  struct ColumnReader {
    private let cipher: AES256GCM.Cipher
    private var place: Place
    private let columnBytes: Int
    private var box: [UInt8] = []
    /// The plaintext of the cell that was opened last, and then what is left of those before.
    private(set) var memory: [UInt8] = []
    /// Bytes of the plaintext.
    private(set) var count = 0

    fileprivate init(cipher: AES256GCM.Cipher, table: String, column: String) {
      self.cipher = cipher
      place = Place(table, column, row: [])
      columnBytes = place.bytes.count
    }

    /// - Parameters:
    ///   - column: where the query has the cell.
    ///   - key: where the query has the row's key columns.
    /// - Throws: `.sealBroken`: the cell was changed, moved, or sealed under another master key.
    mutating func open(_ column: Int32, of row: borrowing Row, key: Range<Int32>) throws(StoreError) {
      place.move(to: row, key: key, from: columnBytes, memory: &box)
      row.copyBlob(column, to: &box)
      do throws(CryptoError) {
        count = try cipher.open(box, into: &memory, authenticating: place.bytes)
      } catch {
        throw .sealBroken(table: place.table, column: place.column)
      }
    }
  }

  /// What stands for a private value where rows are looked up by equality: the same value gives the same 16 bytes,
  /// which say nothing without the key. 16 bytes, since collisions of honest values are all there is to fear.
  package func index(_ kind: String, _ value: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.appendLengthPrefixed(kind.utf8)
    writer.append(value)
    return Array(HMACSHA256.authenticate(writer.bytes, key: indexKey).prefix(16))
  }

  private func cipher(of table: String) -> AES256GCM.Cipher {
    if let known = ciphers[table] { return known }
    let cipher = AES256GCM.Cipher(key: master.derived("table \(table)"))
    ciphers[table] = cipher
    return cipher
  }
}
