@testable import Terminal

/// A terminal as far as the painter needs one: it knows nothing of emoji of several scalars, draws each scalar by itself,
/// and cuts off at the margin.
struct Emulator {
  let columns: Int
  private(set) var rows: [[String]]
  private(set) var cursor = (row: 0, column: 0)
  private(set) var showsCursor = true

  init(_ size: Size) {
    columns = size.columns
    rows = Array(repeating: Array(repeating: "?", count: size.columns), count: size.rows)
  }

  mutating func write(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" { sequence(&rest) } else { draw(scalar) }
    }
  }

  private mutating func sequence(_ rest: inout Substring.UnicodeScalarView) {
    guard rest.popFirst() == "[" else { return }
    var parameters = ""
    while let scalar = rest.popFirst() {
      guard (0x40...0x7E).contains(scalar.value) else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      switch scalar {
      case "H": cursor = (numbers[0] - 1, numbers[1] - 1)
      case "J": rows = rows.map { $0.map { _ in " " } }
      case "h" where parameters == "?25": showsCursor = true
      case "l" where parameters == "?25": showsCursor = false
      default: break
      }
      return
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = ScalarWidth.of(scalar) ?? 0
    guard width > 0 else {
      // Marks and joiners go onto the cell before; what else has no width is dropped.
      let isJoiner = (0x200C...0x200D).contains(scalar.value)
      if isJoiner || ScalarWidth.of(scalar) == 0, cursor.column > 0 { extend(scalar) }
      return
    }
    guard cursor.column + width <= columns else { return }
    blank(cursor.column)
    if width == 2 { blank(cursor.column + 1) }
    rows[cursor.row][cursor.column] = String(scalar)
    if width == 2 { rows[cursor.row][cursor.column + 1] = "" }
    cursor.column += width
  }

  /// Half of a wide character that is written over leaves a blank in the place of the other.
  private mutating func blank(_ column: Int) {
    if rows[cursor.row][column].isEmpty, column > 0 { rows[cursor.row][column - 1] = " " }
    if column + 1 < columns, rows[cursor.row][column + 1].isEmpty { rows[cursor.row][column + 1] = " " }
    rows[cursor.row][column] = " "
  }

  private mutating func extend(_ scalar: Unicode.Scalar) {
    let isTail = rows[cursor.row][cursor.column - 1].isEmpty && cursor.column > 1
    rows[cursor.row][cursor.column - (isTail ? 2 : 1)].unicodeScalars.append(scalar)
  }
}
