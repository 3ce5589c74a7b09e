import Bytes

/// The text of JSON strings and numbers.
enum JSONText {
  /// The UTF-8 bytes of a string whose raw text holds escapes; nil when one is not of JSON, or is half of a
  /// surrogate pair.
  static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        bytes += Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter
      case .some(let letter):
        guard let character = character(letter) else { return nil }
        bytes.append(character)
      case nil: return nil
      }
    }
    return bytes
  }

  /// What is wrong with the first escape that is, by its byte in the whole text.
  static func escapeFault(in raw: ArraySlice<UInt8>) -> String {
    var rest = raw
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[start...]
      // Of an escape, two bytes, six or twelve are taken.
      let count = [2, 6, 12].first { unescaped(rest.prefix($0)) != nil }
      if let count {
        rest = rest.dropFirst(count)
        continue
      }
      var unit = rest.dropFirst(2)
      let isHalf = rest.dropFirst().first == UInt8(ascii: "u") && codeUnit(&unit) != nil
      return isHalf
        ? "half a surrogate pair at byte \(start): a character beyond U+FFFF is two escapes, or itself"
        : "invalid escape at byte \(start)"
    }
    return "invalid escape"
  }

  /// Whether any of eight bytes of a string cannot stand in JSON as it is. They are looked at together, as nearly all text
  /// is plain: a byte below n leaves its highest bit set when n is taken away from each and it was not set before.
  static func needsEscape(amongEight word: UInt64) -> Bool {
    let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highest != 0
  }

  /// The character of a one-letter escape.
  private static func character(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The scalar of a `\u` escape, whose second half follows when it is beyond the basic plane.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = codeUnit(&rest) else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = codeUnit(&rest), (0xDC00...0xDFFF).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private static func codeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    guard rest.count >= 4 else { return nil }
    var unit: UInt16 = 0
    for digit in rest.prefix(4) {
      guard let value = Hex.value(digit) else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    rest.removeFirst(4)
    return unit
  }

  /// The text of some UTF-8, or nil. Nearly all is ASCII, for which the general check is slow.
  static func text(_ utf8: ArraySlice<UInt8>) -> String? {
    utf8.withUnsafeBufferPointer { utf8 in
      guard utf8.reduce(0, |) < 0x80 else { return String(validating: utf8, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: utf8.count) { $0.initialize(fromContentsOf: utf8) }
    }
  }

  /// The finite number that JSON text of the right form writes, or nil.
  static func double(_ text: ArraySlice<UInt8>) -> Double? {
    // Up to 15 digits are exact in a double, and nearly all timestamps are whole seconds.
    if text.count <= 15, text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Double(text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }
}
