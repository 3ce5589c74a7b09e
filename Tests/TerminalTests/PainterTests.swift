import Testing
import World

@testable import Terminal

@Suite struct PainterTests {
  private static func frame(_ lines: [String], columns: Int = 12) -> Frame {
    var frame = Frame(Size(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { frame.put(StyledLine(line), row: row) }
    return frame
  }

  @Test func sameFrameCostsNothing() {
    let frame = Self.frame(["hello"])
    #expect(Painter.paint(frame, over: frame, colours: true) == "")
  }

  @Test func onlyWhatDiffersIsWritten() {
    let painted = Painter.paint(
      Self.frame(["hello", "world!"]), over: Self.frame(["hello", "world?"]), colours: true)
    #expect(painted == "\u{1B}[?25l\u{1B}[2;6H\u{1B}[0m!\u{1B}[0m")
  }

  @Test func cursorIsPlacedAndShown() {
    var frame = Self.frame(["ab"])
    frame.showCursor(row: 0, column: 1)
    #expect(Painter.paint(frame, over: Self.frame(["ab"]), colours: false).hasSuffix("\u{1B}[1;2H\u{1B}[?25h"))
  }

  @Test func stylesAreSequences() {
    var frame = Frame(Size(columns: 3, rows: 1))
    frame.put(StyledLine("abc", [.bold, .alert]), row: 0)
    #expect(Painter.paint(frame, over: nil, colours: true).contains("\u{1B}[0;1;33mabc"))
    #expect(Painter.paint(frame, over: nil, colours: false).contains("\u{1B}[0;1;4mabc"))
  }

  @Test func textFromRightToLeftIsSetApart() {
    var frame = Frame(Size(columns: 9, rows: 1))
    frame.put(StyledLine("שלום"), row: 0, column: 0, width: 4)
    frame.put(StyledLine("│"), row: 0, column: 4, width: 1)
    frame.put(StyledLine("שלום"), row: 0, column: 5, width: 4)
    let mark = "\u{200E}"
    #expect(Painter.paint(frame, over: nil, colours: true).contains("\(mark)שלום\(mark)│\(mark)שלום\(mark)"))
  }

  /// However a frame came to be shown, painting the next one over it shows the next one, except in the cells of emoji that
  /// the terminal draws in its own way.
  @Test(arguments: 0..<20) func everyFrameFollowsEveryOther(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = Size(columns: Int.random(in: 1...40, using: &random), rows: Int.random(in: 1...6, using: &random))
    var terminal = Emulator(size)
    var shown: Frame?
    for _ in 0..<40 {
      let next = Self.random(size, over: shown, using: &random)
      terminal.write(Painter.paint(next, over: shown, colours: true))
      Self.compare(terminal, next)
      shown = next
    }
  }

  private static func random(_ size: Size, over old: Frame?, using random: inout SeededRandom) -> Frame {
    var frame = Bool.random(using: &random) ? old ?? Frame(size) : Frame(size)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let text = (0..<4).map { _ in Nasty.graphemes.randomElement(using: &random) ?? "" }.joined()
      frame.put(
        StyledLine(text, CellStyle(rawValue: UInt8.random(in: 0..<64, using: &random))),
        row: Int.random(in: 0..<size.rows, using: &random),
        column: Int.random(in: 0..<size.columns, using: &random),
        width: Int.random(in: 1...20, using: &random))
    }
    frame.showCursor(row: Int.random(in: 0..<size.rows, using: &random), column: 0)
    return frame
  }

  private static func compare(_ terminal: Emulator, _ frame: Frame) {
    for row in 0..<frame.size.rows {
      let cells = Array(frame.row(row))
      for (column, cell) in cells.enumerated() {
        let isLoose = cell.glyph?.isFirm == false
        let isTailOfLoose = cell.glyph == nil && column > 0 && cells[column - 1].glyph?.isFirm == false
        guard !isLoose, !isTailOfLoose else { continue }
        #expect(terminal.rows[row][column] == cell.glyph?.text ?? "", "row \(row), column \(column)")
      }
    }
    #expect(terminal.cursor.row == frame.cursor?.row)
    #expect(terminal.cursor.column == frame.cursor?.column)
  }
}
