import Testing
import TorProtocol

@Suite struct ControlTextTests {
  @Test func everyByteComesBackFromAQuotedString() throws {
    let all = Array(UInt8.min...UInt8.max)
    let quoted = ControlText.quoted(all)
    #expect(quoted.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    let read = try #require(ControlText.arguments("K=\(quoted) next"))
    #expect(read.map(\.key) == ["K", ""])
    #expect(read[0].value == all)
  }

  @Test func argumentsWithAndWithoutKeys() throws {
    let read = try #require(ControlText.arguments("AUTH METHODS=A,B  FILE=\"/a b\\\"c\\\\\\t\" \"x=y\" a=b=c E="))
    #expect(read.map(\.key) == ["", "METHODS", "FILE", "", "a", "E"])
    #expect(
      read.map { String(decoding: $0.value, as: UTF8.self) } == ["AUTH", "A,B", "/a b\"c\\\t", "x=y", "b=c", ""])
  }

  @Test(arguments: ["\"", "K=\"abc", "K=\"abc\\", "K=\"\\400\"", "\"abc\\\""])
  func anUnfinishedQuote(_ text: String) { #expect(ControlText.arguments(text) == nil) }

  @Test(arguments: ["", "a b", "a\r", "a\n", "a\"", "a\\", "a=b", "ä", "a\0"])
  func notABareWord(_ text: String) { #expect(ControlToken(text) == nil) }

  @Test(arguments: ["status/bootstrap-phase", "$0123~relay"]) func bareWords(_ text: String) {
    #expect(ControlToken(text)?.text == text)
  }
}
