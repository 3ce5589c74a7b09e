import Chat
import Testing

@Suite struct SearchTermTests {
  private func isFound(_ term: SearchTerm, in text: [UInt8], or other: [UInt8] = []) -> Bool {
    term.matches(text.span, or: other.span)
  }

  @Test(arguments: [
    ("hello", "Say HELLO to her", true), ("HELLO her", "her hello", true), ("hello him", "hello her", false),
    ("ell", "hello", true), ("  spaced\tout \n", "out of a spaced line", true), ("a", "", false),
    ("straße", "in der STRASSE", true), ("straße", "Kurze Straße 3", true), ("STRASSE", "Kurze Straße 3", true),
    ("stra\u{1E9E}e", "strasse", true), ("ЖУК", "два жука", true), ("ΟΔΟΣ", "η οδός", false),
    ("οδος", "ΟΔΟΣ", true), ("ΣΟΦΟΣ", "ο σοφος", true), ("σοφος", "ΣΟΦΟΣ", true), ("ΣΟΦΟσ", "σοφος,", true),
    ("istanbul", "\u{130}stanbul", true), ("\u{130}STANBUL", "istanbul", true), ("kız", "KIZ", true),
    ("KIZ", "kız", true), ("k", "300 \u{212A}", true), ("\u{212A}elvin", "KELVIN", true),
    ("office", "o\u{FB03}ce", true), ("\u{10400}", "\u{10428}", true), ("한", "\u{1112}\u{1161}\u{11AB}", true),
    ("ж", "жж\u{306}", true), ("мой", "мо\u{438}\u{306}", true), ("tiê\u{301}ng", "TI\u{1EBE}NG", true),
    ("жук", "beetle", false), ("e\u{301}tude", "une Étude", true), ("étude", "une E\u{301}TUDE", true),
    ("3rd", "the 3RD", true), ("👍", "ok 👍", true), ("👍", "ok", false), ("ok 👍", "👍 OK", true),
    ("longer than the text", "longer", false),
  ]) func findsWordsInEitherCase(term: String, text: String, isFound: Bool) throws {
    let term = try #require(SearchTerm(term))
    #expect(self.isFound(term, in: Array(text.utf8)) == isFound)
  }

  @Test func eachWordMayStandInEitherOfTwoTexts() throws {
    let term = try #require(SearchTerm("RÉPORT holiday"))
    let (text, name) = (Array("from the holiday".utf8), Array("réport.pdf".utf8))
    #expect(isFound(term, in: text, or: name))
    #expect(isFound(term, in: name, or: text))
    #expect(!isFound(term, in: text))
    #expect(!isFound(term, in: text, or: text))
    // No word goes over from one to the other.
    #expect(!isFound(try #require(SearchTerm("dayr")), in: text, or: Array("réport".utf8)))
  }

  @Test func whatHoldsNoWordIsNoTerm() {
    for text in ["", " ", "\n\t", "\u{3000}", String(repeating: "x", count: SearchTerm.maximumCount + 1)] {
      #expect(SearchTerm(text) == nil)
    }
    #expect(SearchTerm(String(repeating: "x", count: SearchTerm.maximumCount)) != nil)
  }

  @Test func bytesThatAreNoTextDoNoHarm() throws {
    let term = try #require(SearchTerm("ab é"))
    #expect(!isFound(term, in: [0xFF, 0x61, 0x62, 0xC3]))
    #expect(!isFound(term, in: [0x61, 0x62, 0xC3]))
    #expect(isFound(term, in: [0xFF, 0x61, 0x62] + Array("É".utf8)))
  }
}
