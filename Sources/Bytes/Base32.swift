/// Base32 text (RFC 4648 §6) without padding, lower case when written, as onion addresses use it.
package enum Base32 {
  private static let alphabet: [UInt8] = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The lower-case base32 text of `bytes`, without padding.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer: UInt32 = 0
    var held = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      held += 8
      while held >= 5 {
        held -= 5
        text.append(alphabet[Int(buffer >> UInt32(held)) & 31])
      }
    }
    if held > 0 { text.append(alphabet[Int(buffer << UInt32(5 - held)) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` writes in either case, or nil when it has other characters, a length that no byte
  /// string has, or bits left over that are not zero.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var held = 0
    for character in text.utf8 {
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
