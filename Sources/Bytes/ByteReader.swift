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
///
/// Inlinable, since other targets would else run the generic functions without knowing their types, ten times as slow.
package struct ByteReader: Sendable {
  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var at: Int

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// How many bytes are left.
  @inlinable package var left: Int { bytes.endIndex - at }

  /// The next `count` bytes.
  @inlinable package mutating func take(_ count: Int) throws(ByteError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= left else { throw .truncated(needed: count, left: left) }
    defer { at += count }
    return bytes[at..<at + count]
  }

  /// The next big-endian integer of the asked width.
  @inlinable
  package mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_: T.Type = T.self) throws(ByteError) -> T {
    var value: T = 0
    for byte in try take(T.bitWidth / 8) { value = value << 8 | T(truncatingIfNeeded: byte) }
    return value
  }

  /// A byte string behind a 32-bit length of at most `limit`.
  @inlinable package mutating func lengthPrefixed(limit: Int) throws(ByteError) -> ArraySlice<UInt8> {
    let length = Int(try integer(UInt32.self))
    guard length <= limit else { throw .tooLong(length: length, limit: limit) }
    return try take(length)
  }

  /// Succeeds only when every byte has been read.
  package func finish() throws(ByteError) {
    guard left == 0 else { throw .trailing(left) }
  }
}
