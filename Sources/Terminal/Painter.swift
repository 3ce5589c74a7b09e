/// Makes a terminal that shows one frame show another, with little to write.
package struct Painter: Sendable {
  private let colours: Bool
  private var output = ""
  private var style: CellStyle?
  /// Equal cells between two changes that are rather written again than stepped over: a step costs as much.
  private static let gap = 6
  /// What separates text of one direction from its neighbours on a terminal that reorders rows; no cells.
  private static let mark = "\u{200E}"

  private init(colours: Bool) { self.colours = colours }

  /// What to write. `old` is what the terminal shows; nil: unknown, so all is written.
  package static func paint(_ new: Frame, over old: Frame?, colours: Bool) -> String {
    guard new != old else { return "" }
    var painter = Painter(colours: colours)
    let old = old?.size == new.size ? old : nil
    painter.output = "\u{1B}[?25l"
    if old == nil { painter.output += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<new.size.rows { painter.paint(row, new, old) }
    painter.output += "\u{1B}[0m"
    if let cursor = new.cursor { painter.output += move(cursor.row, cursor.column) + "\u{1B}[?25h" }
    return painter.output
  }

  private mutating func paint(_ row: Int, _ new: Frame, _ old: Frame?) {
    let after = new.row(row)
    guard let before = old?.row(row) else { return write(after[...], row, 0) }
    guard !before.elementsEqual(after) else { return }
    // Where widths are in doubt or the terminal may reorder, no cell can be trusted to be where it was.
    if before.contains(where: \.isDelicate) || after.contains(where: \.isDelicate) {
      return write(after[...], row, 0)
    }
    for range in changes(Array(before), Array(after)) {
      let start = after.startIndex
      write(after[start + range.lowerBound..<start + range.upperBound], row, range.lowerBound)
    }
  }

  /// The ranges of columns that differ, never beginning in the middle of a wide glyph.
  private func changes(_ before: [Frame.Cell], _ after: [Frame.Cell]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for column in after.indices where before[column] != after[column] {
      let start = after[column].glyph == nil && column > 0 ? column - 1 : column
      if let last = ranges.last, start - last.upperBound <= Painter.gap {
        ranges[ranges.count - 1] = last.lowerBound..<column + 1
      } else {
        ranges.append(start..<column + 1)
      }
    }
    return ranges
  }

  private mutating func write(_ cells: ArraySlice<Frame.Cell>, _ row: Int, _ column: Int) {
    output += Painter.move(row, column)
    for (offset, cell) in cells.enumerated() {
      if cell.glyph != nil, cell.style != style {
        output += cell.style.sequence(colours: colours)
        style = cell.style
      }
      if cell.isolatesBefore { output += Painter.mark }
      if let glyph = cell.glyph {
        output += glyph.text
        if !glyph.isFirm { output += Painter.move(row, column + offset + glyph.width) }
      }
      if cell.isolatesAfter { output += Painter.mark }
    }
  }

  private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

extension Frame.Cell {
  fileprivate var isDelicate: Bool { isolatesBefore || isolatesAfter || glyph?.isFirm == false }
}
