/// Text as it is compared where the case of letters does not count: Unicode's full case folding (CaseFolding.txt, the rules
/// C and F), so that ς, σ and Σ are one letter and ß is ss.
///
/// A scalar folds to the lower case of the upper case of its lower case, which the standard library's mappings give; it
/// follows the Unicode version of the library and needs no table of ours. Two things differ from CaseFolding.txt: İ and ı
/// fold to i, so that Turkish words are found whichever i was typed, and Cherokee folds to its small letters, not its
/// capital ones.
enum CaseFolding {
  /// A folded text.
  struct Folded: Hashable {
    fileprivate(set) var scalars: [UInt32] = []
    /// Whether the same text may be written in other scalars: it has accents or other parts of letters of their own.
    fileprivate(set) var isComposed = false

    /// The text again, to be compared by characters.
    var text: String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars.lazy.compactMap(Unicode.Scalar.init))
      return String(text)
    }
  }

  static func fold(_ text: some Sequence<Unicode.Scalar>) -> Folded {
    var folded = Folded()
    for scalar in text {
      if scalar.value < 0x80 {
        folded.scalars.append(lowercase(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        append(entry(of: scalar), to: &folded)
      }
    }
    return folded
  }

  private static func append(_ entry: UInt32, to folded: inout Folded) {
    if entry & composed != 0 { folded.isComposed = true }
    if entry & several == 0 {
      folded.scalars.append(entry & ~composed)
    } else if let scalar = Unicode.Scalar(entry & ~(composed | several)) {
      folded.scalars += scalars(of: scalar)
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt32 {
    UInt32((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
  }

  // MARK: Entries

  /// Beside the scalar that one folds to: it is a part of a letter, and what has it may be written in other ways.
  private static let composed: UInt32 = 1 << 31
  /// Beside the scalar itself: it folds to several.
  private static let several: UInt32 = 1 << 30

  /// Entries of the scalars up to U+FFFF in pages of 256; a page is empty when each of its scalars stands for itself.
  /// To ask the library for each letter of a history takes longer than to decrypt it.
  private static let pages: [[UInt32]] = (0..<256).map { page in
    let first = UInt32(page) << 8
    let values = (first..<first + 256).map { value in Unicode.Scalar(value).map(madeEntry) ?? value }
    return values.elementsEqual(first..<first + 256) ? [] : values
  }

  private static func entry(of scalar: Unicode.Scalar) -> UInt32 {
    guard scalar.value <= 0xFFFF else { return madeEntry(scalar) }
    let page = pages[Int(scalar.value >> 8)]
    return page.isEmpty ? scalar.value : page[Int(scalar.value & 0xFF)]
  }

  private static func madeEntry(_ scalar: Unicode.Scalar) -> UInt32 {
    guard scalar.properties.changesWhenCaseMapped else { return scalar.value | (isPart(scalar) ? composed : 0) }
    let folded = scalars(of: scalar)
    let flag = isPart(scalar) || folded.lazy.compactMap(Unicode.Scalar.init).contains(where: isPart) ? composed : 0
    if folded.count == 1, let only = folded.first { return only | flag }
    return scalar.value | several | flag
  }

  private static func scalars(of scalar: Unicode.Scalar) -> [UInt32] {
    // İ, whose lower case is i with a second dot.
    if scalar.value == 0x130 { return [0x69] }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    let upper = lower.lazy.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
    return upper.flatMap { $0.properties.lowercaseMapping.unicodeScalars }.map(\.value)
  }

  /// Whether a scalar may be joined with its neighbours, or exchanged for another, without another meaning: marks, Hangul
  /// in parts, and ideographs that stand for others.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0xF900...0xFAFF, 0x2F800...0x2FA1F: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return !scalar.properties.isVariationSelector
    default: return false
    }
  }
}
