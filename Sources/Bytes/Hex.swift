/// Hexadecimal text (RFC 4648 §8), lower case when written, either case when read.
package enum Hex {
  /// The lower-case hexadecimal text of `bytes`, two digits a byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      var at = 0
      for byte in bytes {
        text[at] = digit(byte >> 4)
        text[at + 1] = digit(byte & 15)
        at += 2
      }
      return at
    }
  }

  /// The bytes that `text` writes, or nil when it has an odd length or anything but hexadecimal digits.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for character in digits {
      guard let nibble = value(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | nibble)
        high = nil
      } else {
        high = nibble
      }
    }
    return bytes
  }

  /// The number that the sixteen digits from `start` on, given as ASCII codes, write, or nil.
  package static func word(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64? {
    guard start >= 0, text.count >= start + 16 else { return nil }
    var word: UInt64 = 0
    for index in start..<start + 16 {
      guard let nibble = value(text[index]) else { return nil }
      word = word << 4 | UInt64(nibble)
    }
    return word
  }

  /// Writes the sixteen lower-case digits of a number from `start` on, where there has to be room. Eight are made at once,
  /// a nibble in each byte of a word: answers spell twenty identifiers at the rate of signatures.
  package static func write(_ word: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    let bytes = UnsafeMutableRawBufferPointer(text)
    bytes.storeBytes(of: digits(word >> 32).bigEndian, toByteOffset: start, as: UInt64.self)
    bytes.storeBytes(of: digits(word & 0xFFFF_FFFF).bigEndian, toByteOffset: start + 8, as: UInt64.self)
  }

  /// The eight digits of a number below 2^32, the first in the highest byte.
  private static func digits(_ number: UInt64) -> UInt64 {
    var nibbles = (number << 16 | number) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
    // A nibble of ten and more carries into the upper half of its byte when six is added.
    let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles + 0x3030_3030_3030_3030 + letters * UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
  }

  /// The value of one hexadecimal digit given as an ASCII code, or nil.
  @inlinable
  package static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The lower-case digit of a value below 16, as an ASCII code.
  @inlinable
  package static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
