/// Named counts of what happened, for `stats` and the metrics. Names are fixed words of the code
/// (`frames.refused.replay`), never text from outside, so the table is bounded by the program.
package struct Counters: Sendable, Equatable {
  package private(set) var values: [String: UInt64] = [:]

  package init() {}

  package mutating func count(_ name: String, by amount: UInt64 = 1) { values[name, default: 0] += amount }

  package subscript(_ name: String) -> UInt64 { values[name] ?? 0 }

  /// Adds every count of `other`.
  package mutating func merge(_ other: Counters) {
    values.merge(other.values, uniquingKeysWith: +)
  }
}
