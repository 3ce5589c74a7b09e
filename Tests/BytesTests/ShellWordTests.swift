import Bytes
import Testing

@Suite struct ShellWordTests {
  @Test(
    arguments: [
      ("", "", ""), ("  ", "", ""), ("a", "a", ""), ("a b  c ", "a", "b  c "), ("\"a b\" c", "a b", "c"),
      ("'a \"b' c", "a \"b", "c"), ("a\\ b c", "a b", "c"), ("a'b c'd e", "ab cd", "e"), ("'a\\b'", "a\\b", ""),
      ("\"a\\\"b\"", "a\"b", ""), ("\"a b", "a b", ""), ("a\\", "a", ""), ("'' b", "", "b"),
      ("/tmp/ä\u{301} x", "/tmp/ä\u{301}", "x"),
    ]) func isReadAsAShellWould(text: String, word: String, rest: String)
  {
    let first = ShellWord.first(of: text)
    #expect(first.word == word)
    #expect(first.rest == rest)
  }

  @Test(arguments: ["", "a", "a b", "it's", "a\"b", "a\\b", "ä ö", "~/x", "$HOME", "a\nb", "'"])
  func whatIsQuotedIsReadAgain(text: String) {
    let first = ShellWord.first(of: ShellWord.quoted(text) + " rest")
    #expect(first.word == text)
    #expect(first.rest == "rest")
  }
}
