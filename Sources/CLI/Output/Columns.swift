import CLinux
import Glibc

/// Text in columns, measured in cells of the terminal.
enum Columns {
  /// A name and a value.
  static func row(_ name: String, _ value: String, width: Int) -> String { padded(name, to: width) + "  " + value }

  /// Rows of cells, each column as wide as its widest cell; the last one ragged.
  static func table(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? width($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row[..<((row.lastIndex { !$0.isEmpty } ?? -1) + 1)]
      return cells.enumerated().map { index, cell in
        index == cells.count - 1 ? cell : padded(cell, to: widths[index])
      }.joined(separator: "  ")
    }
  }

  /// An ending longer than this is none.
  private static let longestEnding = 8

  /// The beginning of a name and its ending, in so many cells.
  static func cut(_ name: String, to cells: Int) -> String {
    guard width(name) > cells else { return name }
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    let kept = "…" + (width(ending) <= longestEnding ? ending : "")
    var left = cells - width(kept)
    let beginning = name.prefix { character in
      left -= width(String(character))
      return left >= 0
    }
    return beginning + kept
  }

  private static func padded(_ text: String, to wanted: Int) -> String {
    text + String(repeating: " ", count: max(0, wanted - width(text)))
  }

  /// `wcwidth` knows nothing beyond ASCII in the locale that a process starts with.
  private static let hasWideLocale: Bool = setlocale(LC_CTYPE, "C.UTF-8") != nil

  /// The cells that a text takes. An emoji of several scalars is drawn as one, two cells wide.
  static func width(_ text: String) -> Int {
    guard hasWideLocale else { return text.count }
    return text.reduce(0) { sum, character in
      let scalars = character.unicodeScalars
      let widest = scalars.map { max(0, Int(wcwidth(wchar_t(bitPattern: $0.value)))) }.max() ?? 0
      return sum + (scalars.contains { $0.value == 0xFE0F } ? 2 : widest)
    }
  }
}
