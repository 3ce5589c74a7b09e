/// The sizes that plaintexts are padded to, so that a ciphertext tells little of what is inside: powers of two from
/// 256 bytes, beyond 64 KiB its multiples.
package enum PaddingClass {
  private static let smallest = 256
  private static let step = 65_536

  /// The smallest class that holds `count` bytes.
  package static func size(for count: Int) -> Int {
    if count > step { return (count + step - 1) / step * step }
    var size = smallest
    while size < count { size *= 2 }
    return size
  }

  /// The JSON of an envelope that is to be sealed, with spaces behind it, which JSON allows. 2 KiB at least: a receipt
  /// looks like a short text.
  package static func paddedEnvelope(_ json: [UInt8]) -> [UInt8] {
    json + [UInt8](repeating: 0x20, count: max(2048, size(for: json.count)) - json.count)
  }

  /// How many characters of one byte are to be added to a plaintext that, with an empty padding field, has
  /// `count` bytes.
  package static func paddingLength(for count: Int) -> Int { size(for: count) - count }
}
