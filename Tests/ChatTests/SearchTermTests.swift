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

  /// At each place of texts around the eight bytes that are looked at together, whatever stands beside the word.
  @Test(arguments: 1...20) func aWordIsFoundAtEachPlace(count: Int) throws {
    let word = String("ab-ba{z@q[aab-ba{z@q".prefix(count))
    let term = try #require(SearchTerm(word))
    for before in 0..<20 {
      for after in 0..<20 {
        let (left, right) = (String(repeating: "A", count: before), String(repeating: "b", count: after))
        #expect(isFound(term, in: Array((left + word.uppercased() + right).utf8)))
        #expect(isFound(term, in: Array((left + word + right).utf8)))
        let cut = left + word.dropLast() + "~" + right
        #expect(isFound(term, in: Array(cut.utf8)) == cut.lowercased().contains(word))
      }
    }
    // What differs from a letter by the same bit as its capital, and is none.
    #expect(!isFound(try #require(SearchTerm("a{")), in: Array("A[ a[ A\u{7}".utf8)))
    #expect(!isFound(try #require(SearchTerm("@")), in: Array("````````````".utf8)))
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
