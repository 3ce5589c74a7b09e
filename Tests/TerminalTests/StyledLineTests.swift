import Testing
import World

@testable import Terminal

@Suite struct StyledLineTests {
  @Test(arguments: [
    ("hello world", 20, ["hello world"]), ("hello world", 8, ["hello ", "world"]),
    ("hello world", 5, ["hello", "world"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("中中中", 3, ["中", "中", "中"]),
    ("中", 1, ["?"]), ("", 5, [""]), ("a  b", 2, ["a ", "b"]),
  ]) func wrapping(text: String, width: Int, rows: [String]) {
    #expect(StyledLine(text).wrapped(to: width).map(\.text) == rows)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("中中", 3, "中…"),
    ("中中", 2, "…"),
  ]) func truncating(text: String, width: Int, shown: String) {
    #expect(StyledLine(text).truncated(to: width).text == shown)
  }

  @Test(arguments: [1, 2, 3, 20, 80, 132]) func rowsNeverExceedTheirWidth(width: Int) {
    var random = SeededRandom(seed: UInt64(width))
    for _ in 0..<100 {
      let text = (0..<30).map { _ in (Nasty.graphemes + Nasty.hostile + [" "]).randomElement(using: &random) ?? "" }
      let line = StyledLine(text.joined())
      #expect(line.wrapped(to: width).allSatisfy { $0.width <= width })
      #expect(line.truncated(to: width).width <= width)
    }
  }
}
