import Bytes
import Testing

@testable import ControlAPI

@Suite struct ControlJSONTests {
  /// Nothing that steers a terminal or reorders text is left in a line, whatever string it stands in, and the value is the
  /// same.
  @Test(arguments: [
    ("a\u{9b}31mb", #"a\u009b31mb"#), ("\u{7f}", #"\u007f"#), ("\u{80}\u{85}\u{9f}", #"\u0080\u0085\u009f"#),
    ("evil\u{202e}gpj.exe", #"evil\u202egpj.exe"#), ("\u{2066}x\u{2069}\u{200f}", #"\u2066x\u2069\u200f"#),
    ("one\u{2028}two\u{2029}", #"one\u2028two\u2029"#), ("zero\u{200b}\u{feff}", #"zero\u200b\ufeff"#),
    ("tag\u{e0041}", #"tag\udb40\udc41"#), ("\u{1b}[2J", #"\u001b[2J"#),
    ("Grüße 漢字 👩‍👩‍👧 é", "Grüße 漢字 👩‍👩‍👧 é"),
  ]) func whatSteersATerminalIsEscaped(raw: String, written: String) throws {
    let line = try #require(ControlJSON.encode([raw: [raw]]))
    #expect(String(decoding: line, as: UTF8.self) == #"{"\#(written)":["\#(written)"]}"#)
    #expect(try ControlJSON.decode([String: [String]].self, from: line) == [raw: [raw]])
  }

  @Test func noCharacterOfUnicodeIsLeftThatIsNotHarmless() throws {
    let all = (0x20...0x10ffff as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { !Printable.isHarmless($0) }
    let text = String(String.UnicodeScalarView(all))
    let line = try #require(ControlJSON.encode(text))
    #expect(line.allSatisfy { (0x20...0x7e).contains($0) })
    #expect(try ControlJSON.decode(String.self, from: line) == text)
  }
}
