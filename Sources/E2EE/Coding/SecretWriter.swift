import Crypto
import World

/// Collects a state that holds keys, and hands it over as a secret; the buffer is zeroed.
struct SecretWriter {
  private var bytes: [UInt8] = []

  /// `capacity` must hold the whole state: a buffer that grows leaves copies of keys behind.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func append(_ secret: SecretBytes) {
    secret.withUnsafePointer { bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: secret.count)) }
  }

  mutating func appendLengthPrefixed(_ secret: SecretBytes) {
    append(UInt32(secret.count))
    append(secret)
  }

  mutating func appendLengthPrefixed(_ more: some Collection<UInt8>) {
    append(UInt32(more.count))
    append(more)
  }

  mutating func append(_ timestamp: Timestamp) { append(UInt64(bitPattern: timestamp.milliseconds)) }

  mutating func append(flag: Bool) { append(UInt8(flag ? 1 : 0)) }

  consuming func finish() -> SecretBytes {
    assert(bytes.count <= bytes.capacity)
    return SecretBytes(consuming: &bytes)
  }
}
