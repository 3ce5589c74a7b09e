/// What an option or an operand takes, so that a wrong value is refused before anything is done.
package enum ValueKind: Sendable, Hashable {
  /// Any text, shown under this name.
  case text(String)
  /// A path.
  case file(String)
  /// The path of a file that is only read, whatever bytes its name has: as `PathText` makes it of them.
  case source(String)
  /// One of these words.
  case choice([String])
  /// A whole number in a range.
  case integer(ClosedRange<Int>)
  /// A time: `90`, `90s`, `2m`, `1h`, `7d`, `500ms`.
  case duration

  /// How the value is called in a usage line.
  package var placeholder: String {
    switch self {
    case .text(let name), .file(let name), .source(let name): name
    case .choice(let words): words.joined(separator: "|")
    case .integer: "N"
    case .duration: "TIME"
    }
  }

  /// What is wrong with a value, or nil.
  func objection(to value: String) -> String? {
    switch self {
    case .text, .file, .source: value.isEmpty ? "it is empty" : nil
    case .choice(let words):
      words.contains(value) ? nil : "it is one of \(words.joined(separator: ", "))"
    case .integer(let range):
      Int(value).map(range.contains) == true
        ? nil : "it is a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration:
      TimeText.duration(value) == nil
        ? "it is a time longer than none and up to a year, like 90, 90s, 2m, 1h, 7d or 500ms" : nil
    }
  }
}
