import Bytes

/// The small grammar inside control lines: quoted strings and `KEY=value` arguments (control-spec §2.1).
package enum ControlText {
  /// `text` as a QuotedString: quote, backslash and every byte outside printable ASCII escaped, so that no text can
  /// end the string or the line.
  package static func quoted(_ text: some Sequence<UInt8>) -> String {
    var out = "\""
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out += "\\"
        out.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20..<0x7F:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      case _:
        out += "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
      }
    }
    return out + "\""
  }

  /// The arguments of a line in order: words without a key have key "". Quoted values come decoded. An unfinished
  /// quote yields nil.
  package static func arguments(_ text: String) -> [(key: String, value: [UInt8])]? {
    var rest = Array(text.utf8)[...]
    var found: [(key: String, value: [UInt8])] = []
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      guard !rest.isEmpty else { return found }
      var key = ""
      let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") }
      if rest.dropFirst(word.count).first == UInt8(ascii: "=") {
        key = String(decoding: word, as: UTF8.self)
        rest = rest.dropFirst(word.count + 1)
      }
      guard let value = takeValue(&rest) else { return nil }
      found.append((key, value))
    }
  }

  /// The first value with this key, as text.
  package static func argument(_ key: String, of text: String) -> String? {
    arguments(text)?.first { $0.key == key }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "\"") else {
      let word = rest.prefix { $0 != UInt8(ascii: " ") }
      rest = rest.dropFirst(word.count)
      return Array(word)
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return value
      case UInt8(ascii: "\\"):
        guard let escaped = takeEscape(&rest) else { return nil }
        value.append(escaped)
      case _: value.append(byte)
      }
    }
    return nil
  }

  /// What follows a backslash: n, t, r, up to three octal digits, or the character itself.
  private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    let octal = rest.prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    if !octal.isEmpty {
      rest = rest.dropFirst(octal.count)
      let number = octal.reduce(0) { $0 * 8 + Int($1 - UInt8(ascii: "0")) }
      return UInt8(exactly: number)
    }
    switch rest.popFirst() {
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "t"): return UInt8(ascii: "\t")
    case UInt8(ascii: "r"): return UInt8(ascii: "\r")
    case let other: return other
    }
  }
}
