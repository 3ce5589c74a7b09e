/// Reads JSON text (RFC 8259) value by value, for the few places where Foundation's decoder is too slow. It is
/// stricter: no trailing comma, no byte order mark, no number that is not finite, and nesting has a bound.
struct JSONScanner {
  /// Objects and arrays within each other in what is skipped: no message has more than three.
  private static let maximumDepth = 64
  static let tooDeep = "nested too deeply"

  private let bytes: [UInt8]
  private(set) var at = 0
  /// Whether anything beyond ASCII was seen; whoever accepts the text has to check its UTF-8 then.
  private(set) var isASCII = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text of a string between its quotes, as it stands; `hasEscapes` when a backslash is in it.
  struct RawString {
    let text: ArraySlice<UInt8>
    let hasEscapes: Bool
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { at == bytes.count }

  mutating func skipWhitespace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  /// Whether `character` is next.
  func isNext(_ character: Unicode.Scalar) -> Bool { at < bytes.count && bytes[at] == UInt8(ascii: character) }

  /// Consumes `character` if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    at += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(WireError) {
    guard take(character) else { throw .malformed("expected '\(character)' at byte \(at)") }
  }

  /// A string, up to and with its closing quote.
  mutating func string() throws(WireError) -> RawString {
    try expect("\"")
    let start = at
    var hasEscapes = false
    skipPlainText()
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        defer { at += 1 }
        return RawString(text: bytes[start..<at], hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        at += 2
      case 0..<0x20: throw .malformed("unescaped control character at byte \(at)")
      case let byte:
        if byte >= 0x80 { isASCII = false }
        at += 1
      }
    }
    throw .malformed("unterminated string")
  }

  /// Passes over characters of a string that need no further look: nearly always all of it.
  private mutating func skipPlainText() {
    at = bytes.withUnsafeBufferPointer { bytes in
      var end = at
      let raw = UnsafeRawBufferPointer(bytes)
      while end + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        guard word & 0x8080_8080_8080_8080 == 0, !JSONText.needsEscape(amongEight: word) else { break }
        end += 8
      }
      while end < bytes.count, (0x20..<0x80).contains(bytes[end]), bytes[end] != UInt8(ascii: "\""),
        bytes[end] != UInt8(ascii: "\\")
      {
        end += 1
      }
      return end
    }
  }

  /// The text of a number, which has JSON's form.
  mutating func number() throws(WireError) -> ArraySlice<UInt8> {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return bytes[start..<at]
  }

  private mutating func digits() throws(WireError) {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    guard at > start else { throw .malformed("expected a digit at byte \(at)") }
  }

  /// Skips one value of any kind.
  mutating func skipValue(depth: Int = 0) throws(WireError) {
    guard at < bytes.count else { throw .malformed("ended early") }
    switch bytes[at] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["): try skipArray(depth: depth)
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
    default: throw .malformed("expected a value at byte \(at)")
    }
  }

  private mutating func skipString() throws(WireError) {
    let string = try string()
    guard string.hasEscapes, JSONText.unescaped(string.text) == nil else { return }
    throw .malformed(JSONText.escapeFault(in: string.text))
  }

  private mutating func skipObject(depth: Int) throws(WireError) {
    guard depth < JSONScanner.maximumDepth else { throw .malformed(Self.tooDeep) }
    try expect("{")
    skipWhitespace()
    if take("}") { return }
    repeat {
      skipWhitespace()
      try skipString()
      skipWhitespace()
      try expect(":")
      skipWhitespace()
      try skipValue(depth: depth + 1)
      skipWhitespace()
    } while take(",")
    try expect("}")
  }

  private mutating func skipArray(depth: Int) throws(WireError) {
    guard depth < JSONScanner.maximumDepth else { throw .malformed(Self.tooDeep) }
    try expect("[")
    skipWhitespace()
    if take("]") { return }
    repeat {
      skipWhitespace()
      try skipValue(depth: depth + 1)
      skipWhitespace()
    } while take(",")
    try expect("]")
  }

  private mutating func skipWord(_ word: StaticString) throws(WireError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(Unicode.Scalar(word.utf8Start[offset])) else { throw .malformed("unknown word at byte \(at)") }
    }
  }
}
