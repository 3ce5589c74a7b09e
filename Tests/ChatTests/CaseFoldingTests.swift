import Testing

@testable import Chat

/// Properties that hold for every scalar, and the letters that are known for trouble.
@Suite struct CaseFoldingTests {
  private static let scalars = (0..<UInt32(0x20000)).compactMap(Unicode.Scalar.init)

  private func fold(_ text: String) -> [UInt32] { CaseFolding.fold(text.unicodeScalars).scalars }

  @Test func aLetterAndItsOtherCasesFoldAlike() {
    let wrong = Self.scalars.filter { scalar in
      // The second dot that its lower case gets is what Turkish words do not have.
      guard scalar.properties.changesWhenCaseMapped, scalar.value != 0x130 else { return false }
      let folded = fold(String(scalar))
      return fold(scalar.properties.lowercaseMapping) != folded
        || fold(scalar.properties.uppercaseMapping) != folded
        || fold(scalar.properties.titlecaseMapping) != folded
    }
    #expect(wrong.isEmpty)
  }

  @Test func foldingTwiceChangesNothing() {
    let wrong = Self.scalars.filter { scalar in
      let folded = CaseFolding.fold([scalar])
      return CaseFolding.fold(folded.text.unicodeScalars).scalars != folded.scalars
    }
    #expect(wrong.isEmpty)
  }

  @Test func whatHasNoCaseStaysItself() {
    let wrong = Self.scalars.filter { !$0.properties.changesWhenCaseMapped && fold(String($0)) != [$0.value] }
    #expect(wrong.isEmpty)
  }

  /// Rows of CaseFolding.txt, C and F.
  @Test(arguments: [
    ("A", "a"), ("\u{B5}", "\u{3BC}"), ("\u{DF}", "ss"), ("\u{149}", "\u{2BC}n"), ("\u{17F}", "s"),
    ("\u{1C5}", "\u{1C6}"), ("\u{1F0}", "j\u{30C}"), ("\u{345}", "\u{3B9}"), ("\u{390}", "\u{3B9}\u{308}\u{301}"),
    ("\u{3C2}", "\u{3C3}"), ("\u{3D1}", "\u{3B8}"), ("\u{3F4}", "\u{3B8}"), ("\u{587}", "\u{565}\u{582}"),
    ("\u{1C80}", "\u{432}"), ("\u{1E9B}", "\u{1E61}"), ("\u{1E9E}", "ss"), ("\u{1F88}", "\u{1F00}\u{3B9}"),
    ("\u{1FBC}", "\u{3B1}\u{3B9}"), ("\u{2126}", "\u{3C9}"), ("\u{212A}", "k"), ("\u{212B}", "\u{E5}"),
    ("\u{2160}", "\u{2170}"), ("\u{24B6}", "\u{24D0}"), ("\u{FB03}", "ffi"), ("\u{FF21}", "\u{FF41}"),
    ("\u{10400}", "\u{10428}"), ("\u{1E900}", "\u{1E922}"),
  ]) func foldsAsUnicodeSays(from: String, to: String) {
    #expect(fold(from) == to.unicodeScalars.map(\.value))
  }

  /// And ours.
  @Test func turkishLettersFoldToOneI() {
    #expect(fold("İıIi") == fold("iiii"))
  }

  @Test(arguments: [
    ("abc ж é", false), ("e\u{301}", true), ("\u{1161}", true), ("\u{F900}", true), ("❤\u{FE0F}", false),
    ("\u{9BE}", true), ("한", false),
  ]) func whatMayBeWrittenInOtherWaysIsKnown(text: String, isComposed: Bool) {
    #expect(CaseFolding.fold(text.unicodeScalars).isComposed == isComposed)
  }
}
