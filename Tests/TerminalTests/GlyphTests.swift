import Testing
import World

@testable import Terminal

@Suite struct GlyphTests {
  /// What draws nothing by itself but moves, hides, reorders or ends something.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .format: scalar.value != 0x200D && !(0xE0020...0xE007F).contains(scalar.value)
    default: false
    }
  }

  @Test(arguments: Nasty.hostile) func hostileTextIsWrittenOut(text: String) {
    let shown = Glyph.glyphs(of: text).map(\.text).joined()
    #expect(shown.contains("\\u{"))
    #expect(!shown.unicodeScalars.contains(where: Self.isDangerous))
    #expect(!shown.unicodeScalars.contains("\u{200D}"))
  }

  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1b}[2J"#), ("a\u{202E}b", #"a\u{202e}b"#), ("bob\nroot", #"bob\u{a}root"#),
    ("\r\n", #"\u{d}\u{a}"#), ("\u{301}", "◌\u{301}"), ("a\u{200D}b", #"a\u{200d}b"#),
  ]) func writtenOut(text: String, shown: String) {
    #expect(Glyph.glyphs(of: text).map(\.text).joined() == shown)
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("中", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｆ", 2), ("ｱ", 1), ("👍", 2), ("👍🏽", 2),
    ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("1️⃣", 2), ("☺️", 2), ("☺︎", 1), ("☺", 1), ("שלום", 4), ("می‌خواهم", 7), ("e\u{301}", 1),
    ("க்", 1), ("", 0), ("…", 1), ("│", 1),
  ]) func widths(text: String, cells: Int) {
    #expect(Glyph.width(of: text) == cells)
  }

  @Test func marksHaveABound() {
    let tower = "a" + String(repeating: "\u{301}", count: 500)
    let glyphs = Glyph.glyphs(of: tower)
    #expect(glyphs.count == 1)
    #expect(glyphs[0].text.unicodeScalars.count == 1 + Settings.maximumMarks)
  }

  @Test func endlessEmojiIsTakenApart() {
    let endless = "👩" + String(repeating: "\u{200D}👩", count: 40)
    let glyphs = Glyph.glyphs(of: endless)
    #expect(glyphs.allSatisfy { $0.text.unicodeScalars.count <= Settings.maximumEmojiScalars })
    #expect(!glyphs.map(\.text).joined().unicodeScalars.contains("\u{200D}"))
  }

  /// Every scalar alone, before and after a letter.
  @Test func noScalarComesThroughThatDoesMoreThanDraw() {
    var through: [String] = []
    // Above these lie planes of private use alone, and the tags.
    for value in Array(UInt32(0)...0x3FFFF) + Array(0xE0000...0xE1000) + [0xF0000, 0x10FFFD] {
      guard let scalar = Unicode.Scalar(value), Self.isDangerous(scalar) else { continue }
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)a"] {
        let shown = Glyph.glyphs(of: text).map(\.text).joined()
        if shown.unicodeScalars.contains(scalar) { through.append(String(value, radix: 16)) }
      }
    }
    #expect(through == [])
  }

  @Test func everyGlyphHasOneOrTwoCells() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<8 {
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1F9FF, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      #expect(Glyph.glyphs(of: text).allSatisfy { $0.width == 1 || $0.width == 2 })
    }
  }
}
