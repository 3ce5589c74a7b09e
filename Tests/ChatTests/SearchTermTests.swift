import Chat
import Testing

@Suite struct SearchTermTests {
  @Test(arguments: [
    ("hello", "Say HELLO to her", true), ("HELLO her", "her hello", true), ("hello him", "hello her", false),
    ("ell", "hello", true), ("  spaced\tout \n", "out of a spaced line", true), ("a", "", false),
    ("straße", "in der STRASSE", false), ("straße", "Kurze Straße 3", true), ("ЖУК", "два жука", true),
    ("жук", "beetle", false), ("e\u{301}tude", "une Étude", true), ("étude", "une E\u{301}TUDE", true),
    ("3rd", "the 3RD", true), ("👍", "ok 👍", true), ("👍", "ok", false), ("ok 👍", "👍 OK", true),
    ("longer than the text", "longer", false),
  ]) func findsWordsInEitherCase(term: String, text: String, isFound: Bool) throws {
    #expect(try #require(SearchTerm(term)).matches(Array(text.utf8)) == isFound)
  }

  @Test func whatHoldsNoWordIsNoTerm() {
    for text in ["", " ", "\n\t", "\u{3000}", String(repeating: "x", count: SearchTerm.maximumCount + 1)] {
      #expect(SearchTerm(text) == nil)
    }
    #expect(SearchTerm(String(repeating: "x", count: SearchTerm.maximumCount)) != nil)
  }

  @Test func bytesThatAreNoTextDoNoHarm() throws {
    let term = try #require(SearchTerm("ab é"))
    #expect(!term.matches([0xFF, 0x61, 0x62, 0xC3]))
    #expect(!term.matches([0x61, 0x62, 0xC3]))
    #expect(term.matches([0xFF, 0x61, 0x62] + Array("É".utf8)))
  }
}
