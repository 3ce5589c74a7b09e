/// What is looked for in texts: words, all of which must occur, in any order and in either case of letters.
package struct SearchTerm: Hashable, Sendable {
  /// Bytes of a term: a line of what a person types, and each word of it is looked for in each text.
  package static let maximumCount = 1024

  private let words: [Word]

  /// - Returns: nil for a text without a word, or with more than `maximumCount` bytes.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, text.utf8.count <= Self.maximumCount else { return nil }
    self.words = words.map { Word($0.lowercased()) }
  }

  /// Whether all words occur in a text in UTF-8; what is no UTF-8 matches nothing that could be typed.
  package func matches(_ text: [UInt8]) -> Bool {
    var folded: String?
    return words.allSatisfy { word in
      if word.isPlain { return word.occurs(in: text) }
      if text.allSatisfy({ $0 < 0x80 }) { return false }
      // By characters, so that a letter is found however its accents are written.
      let body = folded ?? String(decoding: text, as: UTF8.self).lowercased()
      folded = body
      return body.contains(word.text)
    }
  }

  private struct Word: Hashable {
    let text: String
    let bytes: [UInt8]
    /// Whether it is of ASCII alone, and so can be looked for byte by byte.
    let isPlain: Bool

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
      isPlain = bytes.allSatisfy { $0 < 0x80 }
    }

    func occurs(in text: [UInt8]) -> Bool {
      guard text.count >= bytes.count else { return false }
      return text.withUnsafeBufferPointer { text in
        bytes.withUnsafeBufferPointer { bytes in
          (0...text.count - bytes.count).contains { start in
            bytes.indices.allSatisfy { SearchTerm.lowercase(text[start + $0]) == bytes[$0] }
          }
        }
      }
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
