/// Why bytes could not be read as the structure that was expected.
package enum ByteError: Error, Equatable {
  /// The input ended early: `needed` more bytes were wanted and `left` were there.
  case truncated(needed: Int, left: Int)
  /// A length field named more bytes than its field may.
  case tooLong(length: Int, limit: Int)
  /// The structure was complete and bytes were left over.
  case trailing(Int)
}

/// Reads big-endian integers and byte strings from a bounded input; every read is checked.
package struct ByteReader: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// How many bytes are left.
  package var left: Int { bytes.endIndex - at }

  /// The next `count` bytes.
  package mutating func take(_ count: Int) throws(ByteError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= left else { throw .truncated(needed: count, left: left) }
    defer { at += count }
    return bytes[at..<at + count]
  }

  // Other targets get no copies of generic functions made for their types: the widths that there are, one by one.

  /// The next big-endian integer of the asked width.
  package mutating func integer(_: UInt8.Type = UInt8.self) throws(ByteError) -> UInt8 { try bigEndian() }
  package mutating func integer(_: UInt16.Type = UInt16.self) throws(ByteError) -> UInt16 { try bigEndian() }
  package mutating func integer(_: UInt32.Type = UInt32.self) throws(ByteError) -> UInt32 { try bigEndian() }
  package mutating func integer(_: UInt64.Type = UInt64.self) throws(ByteError) -> UInt64 { try bigEndian() }

  private mutating func bigEndian<T: FixedWidthInteger & UnsignedInteger>() throws(ByteError) -> T {
    var value: T = 0
    for byte in try take(T.bitWidth / 8) { value = value << 8 | T(truncatingIfNeeded: byte) }
    return value
  }

  /// A byte string behind a 32-bit length of at most `limit`.
  package mutating func lengthPrefixed(limit: Int) throws(ByteError) -> ArraySlice<UInt8> {
    let length = Int(try integer(UInt32.self))
    guard length <= limit else { throw .tooLong(length: length, limit: limit) }
    return try take(length)
  }

  /// Succeeds only when every byte has been read.
  package func finish() throws(ByteError) {
    guard left == 0 else { throw .trailing(left) }
  }
}
