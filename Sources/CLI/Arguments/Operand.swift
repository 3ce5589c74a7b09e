/// A word that a command takes by its place.
package struct Operand: Sendable, Hashable {
  package enum Count: Sendable, Hashable { case one, optional, many, any }

  package let name: String
  package let kind: ValueKind
  package let count: Count
  package let summary: String

  init(_ name: String, kind: ValueKind? = nil, count: Count = .one, _ summary: String) {
    self.name = name
    self.kind = kind ?? .text(name)
    self.count = count
    self.summary = summary
  }

  /// As a usage line shows it.
  package var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}
