import Bytes
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    ("plain näme 漢字 👩‍👩‍👧", "plain näme 漢字 👩‍👩‍👧"),
    ("a\u{1b}[31mb", "a\\u{1b}[31mb"),
    ("line\nbreak\r\u{2028}", "line\\u{a}break\\u{d}\\u{2028}"),
    ("evil\u{202E}gpj.exe", "evil\\u{202e}gpj.exe"),
    ("zero\u{200B}width\u{FEFF}", "zero\\u{200b}width\\u{feff}"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!"
    ),
    ("🏴\u{E0068}\u{E0069}\u{E007F}", "🏴\\u{e0068}\\u{e0069}\\u{e007f}"),
    (
      "a\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
      "a\\u{e0067}\\u{e0062}\\u{e0073}\\u{e0063}\\u{e0074}\\u{e007f}"
    ),
  ]) func neutralises(raw: String, safe: String) {
    #expect(Printable.escape(raw) == safe)
  }

  @Test func cutsLongText() {
    #expect(Printable.escape(String(repeating: "a", count: 10), limit: 3) == "aaa…")
  }
}
