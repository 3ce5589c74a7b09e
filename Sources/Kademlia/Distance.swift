package import Wire

/// The XOR distance of two identifiers (Maymounkov and Mazières 2002, §2.1), ordered as a 256-bit number.
package struct Distance: Hashable, Comparable, Sendable {
  /// Four 64-bit words, the most significant first.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(_ a: NodeID, _ b: NodeID) {
    let (x, y) = (a.words, b.words)
    words = (x.0 ^ y.0, x.1 ^ y.1, x.2 ^ y.2, x.3 ^ y.3)
  }

  /// How many leading bits the two identifiers share, 0 to 256.
  package var sharedBits: Int {
    if words.0 != 0 { return words.0.leadingZeroBitCount }
    if words.1 != 0 { return 64 + words.1.leadingZeroBitCount }
    if words.2 != 0 { return 128 + words.2.leadingZeroBitCount }
    return 192 + words.3.leadingZeroBitCount
  }

  /// The index of the highest bit that differs, 0 (nearest) to 255; nil for equal identifiers.
  package var bucketIndex: Int? {
    let shared = sharedBits
    return shared == 256 ? nil : 255 - shared
  }

  package static func == (a: Distance, b: Distance) -> Bool { a.words == b.words }

  package static func < (a: Distance, b: Distance) -> Bool {
    // Nearly always the first word decides.
    a.words.0 != b.words.0 ? a.words.0 < b.words.0 : a.words < b.words
  }

  /// The distance as a part of the key space, 0 to 1.
  var fraction: Double { (Double(words.0) + Double(words.1) / 0x1p64) / 0x1p64 }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.3)
  }
}

extension NodeID {
  /// The XOR distance to another identifier.
  package func distance(to other: NodeID) -> Distance { Distance(self, other) }

  /// The lowest identifier that shares so many leading bits with this one.
  func lowest(sharing bits: Int) -> NodeID {
    func kept(_ word: UInt64, from start: Int) -> UInt64 {
      let own = max(0, min(64, bits - start))
      return own == 0 ? 0 : word & .max << UInt64(64 - own)
    }
    return NodeID(
      words: (
        kept(words.0, from: 0), kept(words.1, from: 64), kept(words.2, from: 128),
        kept(words.3, from: 192)
      ))
  }

  /// An identifier whose highest bit that differs from this one is `index`, the lower bits as in `random`: a
  /// target that refreshes that bucket.
  package func inBucket(_ index: Int, lowerBits random: NodeID) -> NodeID {
    func word(_ own: UInt64, _ other: UInt64, lowestBit: Int) -> UInt64 {
      let bit = index - lowestBit
      if bit < 0 { return own }
      if bit >= 64 { return other }
      let flipped: UInt64 = 1 << UInt64(bit)
      let lower = flipped - 1
      return ((own ^ flipped) & ~lower) | (other & lower)
    }
    let (own, other) = (words, random.words)
    return NodeID(
      words: (
        word(own.0, other.0, lowestBit: 192), word(own.1, other.1, lowestBit: 128),
        word(own.2, other.2, lowestBit: 64), word(own.3, other.3, lowestBit: 0)
      ))
  }
}
