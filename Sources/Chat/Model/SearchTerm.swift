/// What is looked for in texts: words, all of which must occur, in any order and in either case of letters.
package struct SearchTerm: Hashable, Sendable {
  /// Bytes of a term: a line of what a person types, and each word of it is looked for in each text.
  package static let maximumCount = 1024

  private let words: [Word]

  /// - Returns: nil for a text without a word, or with more than `maximumCount` bytes.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, text.utf8.count <= Self.maximumCount else { return nil }
    self.words = words.map { Word($0.unicodeScalars) }
  }

  /// Whether all words occur in a text in UTF-8, or in another that belongs to it.
  package func matches(_ text: Span<UInt8>, or other: Span<UInt8> = Span()) -> Bool {
    var folded = FoldedText()
    var foldedOther = FoldedText()
    for word in words {
      guard word.occurs(in: text, &folded) || word.occurs(in: other, &foldedOther) else { return false }
    }
    return true
  }

  /// What was made of a text for one word, and serves the next.
  private struct FoldedText {
    private var isPlain: Bool?
    private var folded: CaseFolding.Folded?

    /// Whether the text is of ASCII alone.
    mutating func isPlain(_ text: Span<UInt8>) -> Bool {
      if let isPlain { return isPlain }
      let made = text.withUnsafeBufferPointer { $0.reduce(0, |) < 0x80 }
      isPlain = made
      return made
    }

    mutating func folded(_ text: Span<UInt8>) -> CaseFolding.Folded {
      if let folded { return folded }
      // What is no UTF-8 becomes replacement characters, which nobody looks for.
      let made = text.withUnsafeBufferPointer {
        CaseFolding.fold(String(decoding: $0, as: UTF8.self).unicodeScalars)
      }
      folded = made
      return made
    }
  }

  private struct Word: Hashable {
    private let folded: CaseFolding.Folded
    /// Empty unless the word is of ASCII alone once it is folded, and so can be looked for byte by byte.
    private let bytes: [UInt8]

    init(_ word: some Sequence<Unicode.Scalar>) {
      folded = CaseFolding.fold(word)
      bytes = folded.scalars.allSatisfy { $0 < 0x80 } ? folded.scalars.map { UInt8(truncatingIfNeeded: $0) } : []
    }

    func occurs(in text: Span<UInt8>, _ made: inout FoldedText) -> Bool {
      if !bytes.isEmpty, occursByBytes(in: text) { return true }
      guard !text.isEmpty, !made.isPlain(text) else { return false }
      let other = made.folded(text)
      if occurs(in: other.scalars) { return true }
      // By characters, so that a letter is found however its accents are written.
      return bytes.isEmpty && (folded.isComposed || other.isComposed) && other.text.contains(folded.text)
    }

    private func occursByBytes(in text: Span<UInt8>) -> Bool {
      text.withUnsafeBytes { text in bytes.withUnsafeBytes { ByteSearch.occurs($0, in: text) } }
    }

    private func occurs(in text: [UInt32]) -> Bool {
      text.withUnsafeBufferPointer { text in
        folded.scalars.withUnsafeBufferPointer { SearchTerm.occurs($0, in: text, ==) }
      }
    }
  }

  /// Whether a word, which is not empty, occurs in a text.
  @inline(__always) private static func occurs<T>(
    _ word: UnsafeBufferPointer<T>, in text: UnsafeBufferPointer<T>, _ isSame: (T, T) -> Bool
  ) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    for start in 0...text.count - word.count where isSame(first, text[start]) {
      var at = 1
      while at < word.count, isSame(word[at], text[start + at]) { at += 1 }
      if at == word.count { return true }
    }
    return false
  }
}
