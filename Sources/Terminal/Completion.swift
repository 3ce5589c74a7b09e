/// Fills in what was begun: each turn offers the next of the words that begin so.
package struct Completion: Hashable, Sendable {
  private let stem: String
  private let words: [String]
  private var index: Int?

  /// - Parameters:
  ///   - stem: what stands before the word that was begun, and stays.
  ///   - word: the beginning, in any case.
  ///   - candidates: what it may become, in their order.
  package init(stem: String, word: String, candidates: [String]) {
    self.stem = stem
    let start = word.lowercased()
    words = candidates.filter { $0.lowercased().hasPrefix(start) }
  }

  /// The words that fit.
  package var matches: [String] { words }

  /// The text with the next word in it, or the one before; nil when none fits.
  package mutating func turn(forward: Bool) -> String? {
    guard !words.isEmpty else { return nil }
    let next = index.map { ($0 + (forward ? 1 : words.count - 1)) % words.count } ?? (forward ? 0 : words.count - 1)
    index = next
    return stem + words[next]
  }
}
