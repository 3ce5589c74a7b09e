/// Writes big-endian integers and length-prefixed byte strings; what `ByteReader` reads. Inlinable as that is.
package struct ByteWriter: Sendable {
  @usableFromInline package internal(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  @inlinable package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  @inlinable package mutating func append(_ more: [UInt8]) { bytes += more }
  @inlinable package mutating func append(_ value: UInt8) { bytes.append(value) }
  @inlinable package mutating func append(_ value: UInt16) { appendBigEndian(value) }
  @inlinable package mutating func append(_ value: UInt32) { appendBigEndian(value) }
  @inlinable package mutating func append(_ value: UInt64) { appendBigEndian(value) }

  @inlinable mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// A 32-bit length, then the bytes.
  @inlinable package mutating func appendLengthPrefixed(_ more: some Collection<UInt8>) {
    append(UInt32(more.count))
    append(more)
  }
}
