import Bytes

/// Values in the form in which this node writes them; anything else is an error.
extension JSONScanner {
  /// A key as it stands in the text, to be compared with names.
  struct Key {
    fileprivate let text: ArraySlice<UInt8>

    static func ~= (name: StaticString, key: Key) -> Bool {
      guard key.text.count == name.utf8CodeUnitCount else { return false }
      return key.text.withUnsafeBufferPointer { text in
        // A bundle has twenty keys, each of which is compared with those before it.
        for at in text.indices where text[at] != name.utf8Start[at] { return false }
        return true
      }
    }
  }

  /// Visits the members of an object, with the scanner before the value. A member of which `member` says false is
  /// skipped: it must not have read anything of it.
  mutating func plainObject(
    _ member: (Key, inout JSONScanner) throws(WireError) -> Bool
  ) throws(WireError) {
    try expect("{")
    skipWhitespace()
    if take("}") { return }
    repeat {
      skipWhitespace()
      let key = Key(text: try plainString())
      skipWhitespace()
      try expect(":")
      skipWhitespace()
      if try !member(key, &self) { try skipValue() }
      skipWhitespace()
    } while take(",")
    try expect("}")
  }

  mutating func plainArray<T>(
    _ element: (inout JSONScanner) throws(WireError) -> T
  ) throws(WireError) -> [T] {
    var elements: [T] = []
    try expect("[")
    skipWhitespace()
    if take("]") { return elements }
    repeat {
      skipWhitespace()
      elements.append(try element(&self))
      skipWhitespace()
    } while take(",")
    try expect("]")
    return elements
  }

  mutating func plainText() throws(WireError) -> String {
    guard let text = JSONText.text(try plainString()) else { throw .malformed("not UTF-8") }
    return text
  }

  mutating func plainBase64() throws(WireError) -> Base64Data {
    guard let bytes = Base64.decode(try plainString()) else { throw .malformed("not base64") }
    return Base64Data(bytes)
  }

  /// A number of digits alone.
  mutating func plainInteger<T: FixedWidthInteger>() throws(WireError) -> T {
    let digits = try number()
    // More would not fit in what is read this way.
    guard digits.count <= 15 else { throw .malformed("a long number") }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { throw .malformed("not a whole number") }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    guard let result = T(exactly: value) else { throw .malformed("a number out of range") }
    return result
  }

  mutating func plainDate() throws(WireError) -> WireDate {
    guard let seconds = JSONText.double(try number()) else { throw .malformed("not finite") }
    return WireDate(secondsSinceReference: seconds)
  }

  mutating func plainBool() throws(WireError) -> Bool {
    guard isNext("t") || isNext("f") else { throw .malformed("not a truth value") }
    let value = isNext("t")
    try skipValue()
    return value
  }

  /// Notes the value of a key, which has to be the only one of that name.
  static func set<T>(_ field: inout T?, _ value: T) throws(WireError) -> Bool {
    guard field == nil else { throw .malformed("a key twice") }
    field = value
    return true
  }

  private mutating func plainString() throws(WireError) -> ArraySlice<UInt8> {
    let string = try string()
    guard !string.hasEscapes else { throw .malformed("an escape") }
    return string.text
  }
}
