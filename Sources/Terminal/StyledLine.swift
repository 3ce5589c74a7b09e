/// Glyphs and how they look: a line before it is placed.
package struct StyledLine: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package let glyph: Glyph
    package let style: CellStyle
  }

  package private(set) var pieces: [Piece] = []
  /// Cells.
  package private(set) var width = 0

  package init() {}

  package init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  package mutating func append(_ text: String, _ style: CellStyle = .plain) {
    for glyph in Glyph.glyphs(of: text) { append(glyph, style) }
  }

  package mutating func append(_ glyph: Glyph, _ style: CellStyle) {
    pieces.append(Piece(glyph: glyph, style: style))
    width += glyph.width
  }

  package mutating func append(_ line: StyledLine) {
    pieces += line.pieces
    width += line.width
  }

  /// The line with spaces up to a width.
  package mutating func pad(to wanted: Int, _ style: CellStyle = .plain) {
    while width < wanted { append(.space, style) }
  }

  /// The line, or as much of it as fits with an ellipsis.
  package func truncated(to limit: Int) -> StyledLine {
    guard width > limit else { return self }
    var line = StyledLine()
    for piece in pieces {
      guard line.width + piece.glyph.width < limit else { break }
      line.append(piece.glyph, piece.style)
    }
    if limit > 0 { line.append("…", line.pieces.last?.style ?? pieces.first?.style ?? .plain) }
    return line
  }

  /// The line in rows of at most `limit` cells, broken at spaces where there are any.
  package func wrapped(to limit: Int) -> [StyledLine] {
    let limit = max(1, limit)
    var rows: [StyledLine] = []
    var row = StyledLine()
    /// How many pieces of the row may stay in it when it is broken.
    var breakable: Int?
    for piece in pieces {
      let piece = piece.glyph.width > limit ? Piece(glyph: .narrow, style: piece.style) : piece
      if row.width + piece.glyph.width > limit {
        if piece.glyph == .space {
          rows.append(row)
          (row, breakable) = (StyledLine(), nil)
          continue
        }
        let kept = breakable ?? row.pieces.count
        rows.append(StyledLine(row.pieces[..<kept]))
        (row, breakable) = (StyledLine(row.pieces[kept...]), nil)
      }
      row.append(piece.glyph, piece.style)
      if piece.glyph == .space { breakable = row.pieces.count }
    }
    rows.append(row)
    return rows
  }

  private init(_ pieces: ArraySlice<Piece>) {
    for piece in pieces { append(piece.glyph, piece.style) }
  }

  /// What it says, without how it looks.
  package var text: String { pieces.map(\.glyph.text).joined() }
}
