/// A payload that is read by hand when it has the plain form in which this node writes it, because it comes at the rate
/// of signatures. What has any other form (an escape, a null, a key twice, a number with a fraction where none belongs, or
/// what is no JSON at all) is left to Foundation's decoder, whose word is final: so both take and refuse the same.
protocol JSONReadable: Decodable {
  /// Reads one value; an error says only that it is not plain.
  init(plain scanner: inout JSONScanner) throws(WireError)
}

extension JSONReadable {
  /// The value that `bytes` are; nil when they are not plain.
  static func plain(_ bytes: [UInt8]) -> Self? {
    var scanner = JSONScanner(bytes)
    scanner.skipWhitespace()
    guard let value = try? Self(plain: &scanner) else { return nil }
    scanner.skipWhitespace()
    guard scanner.isAtEnd, scanner.isASCII || String(validating: bytes, as: UTF8.self) != nil else { return nil }
    return value
  }
}
