/// Words as a shell reads them.
package enum ShellWord {
  /// The text as one word, in quotes when it needs them.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,~".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
