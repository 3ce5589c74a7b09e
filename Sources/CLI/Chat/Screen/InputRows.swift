import Terminal

/// The line that is typed in, in as many rows as it needs and may have, those around the cursor.
struct InputRows {
  let rows: [StyledLine]
  /// Within the rows.
  let cursor: (row: Int, column: Int)

  init(_ screen: ChatScreen, width: Int, most: Int) {
    let style: CellStyle = screen.handing == nil ? .plain : .faint
    var filling = Filling(width: max(1, width))
    if width > 8 { filling.add("> ", .bold) }
    filling.add(screen.editor.before, style)
    let cursor = filling.place
    filling.add(screen.editor.after, style)
    let last = filling.rows.count - 1
    let first = max(0, min(cursor.row - most + 1, last))
    let top = cursor.row < most ? 0 : first
    rows = Array(filling.rows[top...min(last, top + most - 1)])
    self.cursor = (cursor.row - top, min(cursor.column, max(0, width - 1)))
  }

  /// Rows that fill up one after the other; a row that is full is followed by another, for the cursor to stand in.
  private struct Filling {
    let width: Int
    var rows = [StyledLine()]

    var place: (row: Int, column: Int) { (rows.count - 1, rows[rows.count - 1].width) }

    mutating func add(_ text: String, _ style: CellStyle) {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { rows.append(StyledLine()) }
        for glyph in Glyph.glyphs(of: String(line)) { add(glyph, style) }
      }
    }

    private mutating func add(_ glyph: Glyph, _ style: CellStyle) {
      if rows[rows.count - 1].width + glyph.width > width { rows.append(StyledLine()) }
      rows[rows.count - 1].append(glyph, style)
      if rows[rows.count - 1].width >= width { rows.append(StyledLine()) }
    }
  }
}
