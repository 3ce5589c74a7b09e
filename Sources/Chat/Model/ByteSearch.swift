/// Looks for a word of ASCII in a text, eight places at a time.
enum ByteSearch {
  /// Whether a word in small letters, which is not empty, occurs in a text in either case of ASCII letters.
  static func occurs(_ word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first, let last = word.last, text.count >= word.count else { return false }
    let (begin, end) = (Pattern(first), Pattern(last))
    let final = text.count - word.count
    var start = 0
    // Most places have another first or another last byte, which eight places show at once.
    while start + 7 <= final {
      let difference = begin.difference(text, at: start) | end.difference(text, at: start + word.count - 1)
      if hasZeroByte(difference), (start...start + 7).contains(where: { isAt($0, word, text) }) { return true }
      start += 8
    }
    return start <= final && (start...final).contains { isAt($0, word, text) }
  }

  /// One letter in each byte of an integer.
  private struct Pattern {
    private let letter: UInt64
    /// What makes a capital letter a small one, where the letter has both.
    private let fold: UInt64

    init(_ byte: UInt8) {
      letter = UInt64(byte) &* 0x0101_0101_0101_0101
      fold = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? 0x2020_2020_2020_2020 : 0
    }

    /// A byte is zero where the letter stands.
    func difference(_ text: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
      (text.loadUnaligned(fromByteOffset: place, as: UInt64.self) | fold) ^ letter
    }
  }

  private static func hasZeroByte(_ bytes: UInt64) -> Bool {
    (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080 != 0
  }

  private static func isAt(_ start: Int, _ word: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) -> Bool {
    for at in word.indices {
      let byte = text[start + at]
      guard word[at] == byte || byte &- 0x41 < 26 && word[at] == byte | 0x20 else { return false }
    }
    return true
  }
}
