import ControlAPI
import Testing
import World

@Suite struct LineDecoderTests {
  private static let text = Array("{\"a\":1}\n\r\n{\"b\":2}\r\n\n{\"c\"".utf8)
  private static let lines = ["{\"a\":1}", "{\"b\":2}"].map { Array($0.utf8) }

  @Test(arguments: 0...LineDecoderTests.text.count)
  func cutAnywhereTheLinesAreTheSame(at cut: Int) {
    var decoder = LineDecoder()
    let lines = decoder.push(Self.text[..<cut]) + decoder.push(Self.text[cut...])
    #expect(lines == Self.lines)
    #expect(decoder.pendingCount == 4)
    #expect(!decoder.isOverlong)
  }

  @Test func bytewiseTheLinesAreTheSame() {
    var decoder = LineDecoder()
    #expect(Self.text.flatMap { decoder.push([$0]) } == Self.lines)
  }

  @Test(arguments: [1, 3, 10, 11])
  func overlongLineEndsTheStreamAndKeepsTheLinesBefore(chunk: Int) {
    var decoder = LineDecoder(limit: 10)
    let bytes = Array("0123456789\n01234567890\nabc\n".utf8)
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      lines += decoder.push(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
    #expect(lines == [Array("0123456789".utf8)])
    #expect(decoder.isOverlong)
    #expect(decoder.pendingCount == 0)
  }

  @Test func lastLineNeedsNoEnd() {
    var decoder = LineDecoder()
    #expect(decoder.push(Array("a\nbc\r".utf8)) == [Array("a".utf8)])
    #expect(decoder.finish() == Array("bc".utf8) && decoder.finish() == nil && decoder.pendingCount == 0)
    var overlong = LineDecoder(limit: 3)
    _ = overlong.push(Array("abcd".utf8))
    #expect(overlong.finish() == nil)
  }

  @Test func endlessLineIsHeldToItsBound() {
    var decoder = LineDecoder(limit: 1000)
    for _ in 0..<10_000 {
      #expect(decoder.push(repeatElement(UInt8(ascii: "x"), count: 100)).isEmpty)
      #expect(decoder.pendingCount <= 1000)
    }
    #expect(decoder.isOverlong)
  }
}
