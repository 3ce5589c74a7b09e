import Testing
import World

@testable import Terminal

@Suite struct FrameTests {
  @Test(arguments: [20, 80, 132]) func bordersStayAligned(columns: Int) {
    var frame = Frame(Size(columns: columns, rows: Nasty.graphemes.count))
    for (row, grapheme) in Nasty.graphemes.enumerated() {
      let line = StyledLine(String(repeating: grapheme, count: columns))
      frame.put(StyledLine("│"), row: row, column: 0, width: 1)
      frame.put(line, row: row, column: 1, width: columns - 2)
      frame.put(StyledLine("│"), row: row, column: columns - 1, width: 1)
    }
    for row in 0..<Nasty.graphemes.count {
      #expect(frame.width(ofRow: row) == columns)
      #expect(frame.text[row].hasPrefix("│") && frame.text[row].hasSuffix("│"))
    }
  }

  @Test func wideGlyphThatDoesNotFitIsLeftOut() {
    var frame = Frame(Size(columns: 5, rows: 1))
    frame.put(StyledLine("中中中"), row: 0)
    #expect(frame.text == ["中中 "])
  }

  @Test func fieldThatCutsAWideGlyphLeavesNeitherHalf() {
    var frame = Frame(Size(columns: 6, rows: 1))
    frame.put(StyledLine("中中中"), row: 0)
    frame.put(StyledLine("ab"), row: 0, column: 1, width: 2)
    #expect(frame.text == [" ab 中"])
    #expect(frame.width(ofRow: 0) == 6)
  }

  @Test func whatLiesOutsideIsNotDrawn() {
    var frame = Frame(Size(columns: 4, rows: 2))
    for row in [-1, 2, .max] { frame.put(StyledLine("x"), row: row) }
    for column in [-1, 4, .max] { frame.put(StyledLine("x"), row: 0, column: column) }
    frame.put(StyledLine("xyz"), row: 1, column: 2, width: .max)
    #expect(frame.text == ["    ", "  xy"])
  }

  @Test func randomFieldsKeepEveryRowItsWidth() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      var frame = Frame(
        Size(columns: .random(in: 1...30, using: &random), rows: .random(in: 1...4, using: &random)))
      for _ in 0..<20 {
        let text = (0..<6).map { _ in Nasty.graphemes.randomElement(using: &random) ?? "" }.joined()
        frame.put(
          StyledLine(text), row: .random(in: -1...5, using: &random), column: .random(in: -2...32, using: &random),
          width: .random(in: -1...40, using: &random))
      }
      for row in 0..<frame.size.rows { #expect(frame.width(ofRow: row) == frame.size.columns) }
    }
  }
}
