/// JSON to the letter (RFC 8259), as one value in UTF-8. Foundation's decoder takes more: other encodings, a byte order
/// mark, a comma behind the last member.
package enum JSONGrammar {
  /// What is wrong in a text and at which byte, counted from 0; nil for JSON. Objects and arrays stand at most 64 deep in
  /// each other.
  package static func mistake(in bytes: [UInt8]) -> String? {
    guard let words = words(bytes) else { return nil }
    return words == JSONScanner.tooDeep ? words : "not JSON: \(words)"
  }

  private static func words(_ bytes: [UInt8]) -> String? {
    if let mark = mark(bytes) { return mark }
    var scanner = JSONScanner(bytes)
    do throws(WireError) {
      scanner.skipWhitespace()
      try scanner.skipValue()
      scanner.skipWhitespace()
    } catch {
      guard case .malformed(let words) = error else { return "\(error)" }
      return words
    }
    guard scanner.isAtEnd else { return "more after the value at byte \(scanner.at)" }
    return scanner.isASCII ? nil : invalidUTF8(bytes).map { "not UTF-8 at byte \($0)" }
  }

  /// A mark at the beginning: the one of UTF-8 says nothing and is no white space, the others tell another encoding.
  private static func mark(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark at byte 0" }
    // Of every text in UTF-16 or UTF-32 that begins as JSON may, one of the first two bytes is 0 or of a mark.
    let isWide = bytes.prefix(2).contains { [0, 0xFE, 0xFF].contains($0) }
    return isWide ? "not UTF-8 at byte 0: it looks like UTF-16 or UTF-32" : nil
  }

  private static func invalidUTF8(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var at = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): at += encoded.count
      case .error, .emptyInput: return at
      }
    }
  }
}
