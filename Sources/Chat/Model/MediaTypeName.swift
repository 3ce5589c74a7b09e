/// The form of a media type: two names of RFC 6838 §4.2 with a slash between them, and printable parameters after a semicolon.
enum MediaTypeName {
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.count == 2 && names.allSatisfy(isName)
      && parts.dropFirst().allSatisfy { $0.allSatisfy { (0x20...0x7E).contains($0) } }
  }

  private static func isName(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
    guard let first = bytes.first, isLetterOrDigit(first) else { return false }
    return bytes.dropFirst().allSatisfy { isLetterOrDigit($0) || "!#$&-^_.+".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case _: false
    }
  }
}
