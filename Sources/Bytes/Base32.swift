/// Base32 text (RFC 4648 §6) without padding, lower case when written, as onion addresses use it.
package enum Base32 {
  /// The lower-case base32 text of `bytes`, without padding, and `suffix` behind it.
  package static func encode(_ bytes: [UInt8], suffix: StaticString = "") -> String {
    let count = (bytes.count * 8 + 4) / 5
    return String(unsafeUninitializedCapacity: count + suffix.utf8CodeUnitCount) { text in
      bytes.withUnsafeBufferPointer { write($0, to: text) }
      for offset in 0..<suffix.utf8CodeUnitCount { text[count + offset] = suffix.utf8Start[offset] }
      return count + suffix.utf8CodeUnitCount
    }
  }

  /// Writes the lower-case digits of `bytes`, for which there has to be room. Five bytes are eight digits: these are made at once,
  /// each in a byte of a word, since answers spell twenty onions at the rate of signatures.
  package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>) {
    let words = UnsafeMutableRawBufferPointer(text)
    var (at, out) = (0, 0)
    while at + 5 <= bytes.count {
      words.storeBytes(of: digits(of: number(bytes, at, count: 5)).bigEndian, toByteOffset: out, as: UInt64.self)
      at += 5
      out += 8
    }
    let left = bytes.count - at
    guard left > 0 else { return }
    let last = digits(of: number(bytes, at, count: left) << UInt64(8 * (5 - left)))
    for index in 0..<(left * 8 + 4) / 5 {
      text[out + index] = UInt8(truncatingIfNeeded: last >> UInt64(56 - 8 * index))
    }
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in start..<start + count { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  /// The eight digits of a number below 2^40, the first in the highest byte.
  private static func digits(of number: UInt64) -> UInt64 {
    var fives = (number & 0xFF_FFF0_0000) << 12 | number & 0xF_FFFF
    fives = (fives & 0x000F_FC00_000F_FC00) << 6 | fives & 0x0000_03FF_0000_03FF
    fives = (fives & 0x03E0_03E0_03E0_03E0) << 3 | fives & 0x001F_001F_001F_001F
    // From 26 on they are written as 2 to 7; such a one sets the highest bit of its byte when 102 is added.
    let numerals = (fives + 0x6666_6666_6666_6666) >> 7 & 0x0101_0101_0101_0101
    return fives + 0x6161_6161_6161_6161 - numerals * UInt64(UInt8(ascii: "a") + 26 - UInt8(ascii: "2"))
  }

  /// The bytes that `text` writes in either case, or nil when it has other characters, a length that no byte
  /// string has, or bits left over that are not zero.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8(decode(ascii:))
  }

  /// The same of ASCII codes.
  package static func decode(ascii text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 5 / 8)
    var buffer: UInt32 = 0
    var held = 0
    for character in text {
      guard let five = value(character) else { return nil }
      buffer = buffer << 5 | UInt32(five)
      held += 5
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(held)))
      }
    }
    guard held < 5, buffer & (1 << UInt32(held) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
    default: nil
    }
  }
}
