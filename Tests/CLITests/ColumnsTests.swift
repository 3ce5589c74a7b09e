import Testing

@testable import CLI

@Suite struct ColumnsTests {
  @Test(arguments: [
    ("short.txt", "short.txt"), ("a-very-long-name.jpeg", "a-very-long-….jpeg"),
    ("0123456789012345678901", "01234567890123456…"), ("名前名前名前名前名前.txt", "名前名前名前….txt"),
    ("x.ending-that-is-none-at-all", "x.ending-that-is-…"), ("0123456789.abcdefg", "0123456789.abcdefg"),
  ]) func aLongNameKeepsItsEnding(name: String, cut: String) {
    #expect(Columns.cut(name, to: 18) == cut)
    #expect(Columns.width(Columns.cut(name, to: 18)) <= 18)
  }
}
