/// Writes big-endian integers and length-prefixed byte strings; what `ByteReader` reads.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  package mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// A 32-bit length, then the bytes.
  package mutating func appendLengthPrefixed(_ more: some Collection<UInt8>) {
    append(UInt32(more.count))
    append(more)
  }
}
