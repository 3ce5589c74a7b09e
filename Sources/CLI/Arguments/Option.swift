/// An option of a command: `--name`, or `--name VALUE`, or `--name=VALUE`.
package struct Option: Sendable, Hashable {
  package let name: String
  package let short: Character?
  /// What it takes; nil for a switch.
  package let value: ValueKind?
  package let summary: String
  package let repeatable: Bool

  init(
    _ name: String, short: Character? = nil, takes value: ValueKind? = nil, _ summary: String,
    repeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.repeatable = repeatable
  }

  /// As a usage line shows it.
  package var usage: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
  }
}
