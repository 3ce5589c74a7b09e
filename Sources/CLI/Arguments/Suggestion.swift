/// The word that somebody probably meant.
enum Suggestion {
  /// The nearest of the words, if it is near enough to be a slip: at most a third of its letters differ.
  static func nearest(to word: String, among words: [String]) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let ranked = words.map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
  }

  /// Levenshtein's distance, with a swap of neighbours counted once (optimal string alignment).
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
