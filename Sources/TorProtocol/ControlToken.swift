/// A word that can stand bare in a control command: printable ASCII without space, quote, backslash or `=`. What
/// holds one cannot end a line or add an argument.
package struct ControlToken: Hashable, Sendable, ExpressibleByStringLiteral {
  package let text: String

  /// Takes `text`, or nothing when a character of it would not stay inside one word.
  package init?(_ text: String) {
    let isWord = text.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "=")
    }
    guard isWord, !text.isEmpty else { return nil }
    self.text = text
  }

  /// A word written in our own code.
  package init(stringLiteral value: StaticString) {
    guard let token = ControlToken(value.description) else { preconditionFailure("not a bare word: \(value)") }
    self = token
  }
}
