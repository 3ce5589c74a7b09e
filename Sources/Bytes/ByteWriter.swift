/// Writes big-endian integers and length-prefixed byte strings; what `ByteReader` reads.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  // Other targets get no copies of generic functions made for their types: these are for the common ones.
  package mutating func append(_ more: [UInt8]) { bytes += more }
  package mutating func append(_ value: UInt8) { bytes.append(value) }
  package mutating func append(_ value: UInt16) { appendBigEndian(value) }
  package mutating func append(_ value: UInt32) { appendBigEndian(value) }
  package mutating func append(_ value: UInt64) { appendBigEndian(value) }

  private mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Takes back what was written after the first `count` bytes.
  package mutating func truncate(to count: Int) {
    if count < bytes.count { bytes.removeLast(bytes.count - max(count, 0)) }
  }

  /// A 32-bit length, then the bytes.
  package mutating func appendLengthPrefixed(_ more: some Collection<UInt8>) {
    append(UInt32(more.count))
    append(more)
  }

  package mutating func appendLengthPrefixed(_ more: [UInt8]) {
    append(UInt32(more.count))
    bytes += more
  }

  package mutating func appendLengthPrefixed(_ more: String.UTF8View) {
    append(UInt32(more.count))
    bytes.append(contentsOf: more)
  }
}
