/// The options and operands of one call, each checked against its kind.
package struct Arguments: Sendable, Hashable {
  package internal(set) var options: [String: [String]] = [:]
  package internal(set) var operands: [String] = []

  package init() {}

  func has(_ name: String) -> Bool { options[name] != nil }

  func value(_ name: String) -> String? { options[name]?.last }

  func values(_ name: String) -> [String] { options[name] ?? [] }

  func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  func duration(_ name: String) -> Duration? { value(name).flatMap(TimeText.duration) }

  /// The operand at a place, if it was given.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}
