import Terminal

/// Where everything stands on a screen of some size. With little room, what matters least goes first: the list, the
/// status, the title; the line that is typed in is always there.
struct ChatLayout {
  struct Field: Hashable {
    var row: Int
    var column: Int
    var width: Int
    var height: Int
  }

  /// The list of conversations; nil where there is no room or another thing stands in its place.
  let list: Field?
  let title: Field?
  let messages: Field
  /// The lines that are shown of what the last command said.
  let panel: [StyledLine]
  /// All of its lines.
  let panelRows: Int
  let alert: [StyledLine]
  let input: [StyledLine]
  let cursor: (row: Int, column: Int)
  let status: Field?

  /// Columns from which list and messages stand side by side.
  static let sideBySide = 64

  init(_ screen: ChatScreen) {
    let size = screen.size
    var room = size.rows
    let editor = InputRows(screen, width: size.columns, most: min(5, max(1, size.rows / 3)))
    input = editor.rows
    cursor = editor.cursor
    room -= input.count
    status = room >= 2 ? Field(row: size.rows - 1, column: 0, width: size.columns, height: 1) : nil
    if status != nil { room -= 1 }
    alert =
      screen.alert.map { StyledLine($0, .alert).wrapped(to: size.columns) }.map { Array($0.prefix(min(3, room))) }
      ?? []
    room -= alert.count
    let all = screen.panel.flatMap { StyledLine($0).wrapped(to: size.columns) }
    let shown = min(all.count, max(0, room - (room > 6 ? 3 : 0)))
    let top = max(0, min(screen.panelTop, all.count - shown))
    panel = ChatLayout.part(of: all, top..<top + shown, width: size.columns)
    panelRows = all.count
    room -= panel.count
    let isWide = size.columns >= ChatLayout.sideBySide
    let showsList = isWide || screen.showsList
    let width = isWide ? min(30, size.columns / 4) : size.columns
    list = showsList && room > 0 ? Field(row: 0, column: 0, width: width, height: room) : nil
    let column = isWide ? width + 1 : 0
    let titled = room >= 3
    title = titled ? Field(row: 0, column: column, width: size.columns - column, height: 1) : nil
    messages = Field(
      row: titled ? 1 : 0, column: column, width: size.columns - column, height: max(0, room - (titled ? 1 : 0)))
  }

  /// A panel that goes on says so in its last row. A page turns by one row less than it has, so that nothing is hidden.
  private static func part(of lines: [StyledLine], _ rows: Range<Int>, width: Int) -> [StyledLine] {
    let rest = lines.count - rows.upperBound
    guard rest > 0, rows.count > 1 else { return Array(lines[rows]) }
    return lines[rows].dropLast()
      + [StyledLine("… \(Count.text(rest + 1, "more line")), PageDown", .faint).truncated(to: width)]
  }
}
