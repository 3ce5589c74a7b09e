/// Padded base64 (RFC 4648 §4) of exactly 32 bytes: 44 characters.
enum Base64Key {
  static let keyCount = 32
  private static let textCount = 44
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; 255 marks the others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// `key` has 32 bytes.
  static func append(_ key: [UInt8], to text: inout [UInt8]) {
    for start in stride(from: 0, to: key.count, by: 3) {
      let second = start + 1 < key.count ? key[start + 1] : 0
      let third = start + 2 < key.count ? key[start + 2] : 0
      let group = UInt32(key[start]) << 16 | UInt32(second) << 8 | UInt32(third)
      text.append(alphabet[Int(group >> 18)])
      text.append(alphabet[Int(group >> 12 & 63)])
      text.append(start + 1 < key.count ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      text.append(start + 2 < key.count ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
    }
  }

  static func consume(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.count >= textCount, rest[rest.startIndex + textCount - 1] == UInt8(ascii: "=") else { return nil }
    var key: [UInt8] = []
    key.reserveCapacity(keyCount + 1)
    var group: UInt32 = 0
    for place in 0..<textCount - 1 {
      let value = values[Int(rest[rest.startIndex + place])]
      guard value != 255 else { return nil }
      group = group << 6 | UInt32(value)
      if place % 4 == 3 {
        key.append(UInt8(truncatingIfNeeded: group >> 16))
        key.append(UInt8(truncatingIfNeeded: group >> 8))
        key.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    // Three characters are left: eighteen bits, of which the last two are padding and zero.
    guard group & 3 == 0 else { return nil }
    key.append(UInt8(truncatingIfNeeded: group >> 10))
    key.append(UInt8(truncatingIfNeeded: group >> 2))
    rest = rest.dropFirst(textCount)
    return key
  }
}
