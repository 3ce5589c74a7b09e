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
