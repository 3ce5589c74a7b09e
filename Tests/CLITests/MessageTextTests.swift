import Testing

@testable import CLI

@Suite struct MessageTextTests {
  @Test func linesOfOtherSystemsAreLinesToo() {
    #expect(MessageText.body("a\r\nb\tc\nd\re\u{1B}") == "a\n    b c\n    d\\u{d}e\\u{1b}")
  }
}
