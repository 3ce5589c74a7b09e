/// Words as a shell reads them.
package enum ShellWord {
  /// The text as one word, in quotes when it needs them.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,~".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// The first word, without its quotes and backslashes, and what follows it, so that a path with blanks can be pasted as
  /// shells and file managers write it. A quote that is never closed closes at the end.
  package static func first(of text: String) -> (word: String, rest: String) {
    var word = ""
    var quote: Character?
    var rest = text.drop(while: \.isWhitespace)
    while let character = rest.first, quote != nil || !character.isWhitespace {
      rest = rest.dropFirst()
      switch (character, quote) {
      case (quote, .some): quote = nil
      case ("\"", nil), ("'", nil): quote = character
      case ("\\", nil), ("\\", "\""): if let next = rest.popFirst() { word.append(next) }
      default: word.append(character)
      }
    }
    return (word, String(rest.drop(while: \.isWhitespace)))
  }
}
