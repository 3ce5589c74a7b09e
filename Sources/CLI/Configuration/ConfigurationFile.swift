import ControlAPI

/// The text of a `sophax.conf`: lines of `key = value`, empty lines, and comments that begin with `#`. A key is
/// written once. There are no quotes and no comments behind a value: a value is the rest of its line.
struct ConfigurationFile: Sendable {
  /// A value and where it stands.
  struct Entry: Sendable, Hashable {
    let key: ConfigurationKey
    let value: String
    let line: Int
  }

  let entries: [Entry]

  /// Reads the text; `name` is how messages call the file.
  init(text: String, name: String) throws(Failure) {
    var entries: [Entry] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, raw) in lines.enumerated() {
      let line = raw.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let entry = try ConfigurationFile.entry(String(line), place: "\(name):\(index + 1)", line: index + 1)
      if let first = entries.first(where: { $0.key == entry.key }) {
        throw Failure(
          .badInput, "\(name):\(entry.line): \(entry.key.rawValue) is set twice, first in line \(first.line)")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  private static func entry(_ line: String, place: String, line number: Int) throws(Failure) -> Entry {
    guard let equals = line.firstIndex(of: "=") else {
      throw Failure(.badInput, "\(place): not of the form key = value")
    }
    let name = String(line[..<equals].trimmed)
    let value = String(line[line.index(after: equals)...].trimmed)
    guard let key = ConfigurationKey(rawValue: name) else {
      let all = ConfigurationKey.allCases.map(\.rawValue)
      let near = Suggestion.nearest(to: name, among: all).map { "did you mean \($0)?" }
      throw Failure(
        .badInput, "\(place): \(name) is no setting", hint: near ?? "settings are \(all.joined(separator: ", "))")
    }
    guard !value.isEmpty else {
      throw Failure(.badInput, "\(place): \(name) has no value", hint: "\(name) is \(key.values)")
    }
    return Entry(key: key, value: value, line: number)
  }
}

extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  var trimmed: SubSequence {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[start...end]
  }
}
