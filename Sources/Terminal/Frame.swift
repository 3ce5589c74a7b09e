/// What the terminal is to show: every cell, and the cursor. However it is filled, each row is exactly as wide as the
/// terminal.
package struct Frame: Hashable, Sendable {
  package let size: Size
  private var cells: [Cell]
  /// Where the cursor stands; nil: hidden.
  package private(set) var cursor: Position?

  package struct Position: Hashable, Sendable {
    package let row: Int
    package let column: Int
  }

  /// One cell. The second cell of a wide glyph has none.
  struct Cell: Hashable, Sendable {
    var glyph: Glyph?
    var style: CellStyle
    /// Whether text that runs from right to left begins or ends here: a terminal that reorders a row must not carry
    /// it over this edge.
    var isolatesBefore = false
    var isolatesAfter = false

    static let blank = Cell(glyph: .space, style: .plain)
  }

  package init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

  package mutating func showCursor(row: Int, column: Int) {
    guard size.rows > row, row >= 0, column >= 0 else {
      cursor = nil
      return
    }
    cursor = Position(row: row, column: min(column, size.columns - 1))
  }

  /// Draws a line into a field of a row: cut off at the field's end, filled up with spaces. What lies outside of the
  /// screen is not drawn.
  package mutating func put(
    _ line: StyledLine, row: Int, column: Int = 0, width: Int? = nil, filling: CellStyle = .plain
  ) {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
    let width = min(width ?? size.columns, size.columns - column)
    guard width > 0 else { return }
    let start = row * size.columns + column
    split(start)
    split(start + width)
    var used = 0
    for piece in line.pieces {
      guard used + piece.glyph.width <= width else { break }
      cells[start + used] = Cell(glyph: piece.glyph, style: piece.style)
      if piece.glyph.width == 2 { cells[start + used + 1] = Cell(glyph: nil, style: piece.style) }
      used += piece.glyph.width
    }
    for index in used..<width { cells[start + index] = Cell(glyph: .space, style: filling) }
    guard line.pieces.contains(where: { $0.glyph.runsRightToLeft }) else { return }
    cells[start].isolatesBefore = true
    cells[start + width - 1].isolatesAfter = true
  }

  /// A field that begins in the middle of a wide glyph leaves neither half of it.
  private mutating func split(_ index: Int) {
    guard cells.indices.contains(index), index > 0, cells[index].glyph == nil else { return }
    cells[index - 1].glyph = .space
    cells[index].glyph = .space
  }

  /// The rows as text, for people who test.
  package var text: [String] {
    (0..<size.rows).map { row($0).map { $0.glyph?.text ?? "" }.joined() }
  }

  /// The cells that the glyphs of a row take together.
  package func width(ofRow row: Int) -> Int { self.row(row).reduce(0) { $0 + ($1.glyph?.width ?? 0) } }

  /// The looks of a row, a letter for each cell, for people who test.
  package func styles(ofRow row: Int) -> [CellStyle] { self.row(row).map(\.style) }
}
