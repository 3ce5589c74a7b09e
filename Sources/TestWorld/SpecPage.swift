/// A page of `Docs/spec`, whose tables tests compare with the code.
package struct SpecPage: Sendable {
  private let lines: [String]

  /// The page `Docs/spec/<name>.md`.
  package init(_ name: String) throws {
    // Sources/TestWorld/SpecPage.swift → the package.
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("\(package)/Docs/spec/\(name).md"), as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The rows of the first table whose heading row begins with this cell, after the section of this title if one is
  /// given; cells without the back quotes around code.
  package func rows(ofTable heading: String, in section: String? = nil) -> [[String]] {
    let start = section.flatMap { title in lines.firstIndex { $0 == "## " + title } } ?? lines.startIndex
    let below = lines[start...]
    guard
      let rule = below.indices.dropFirst().first(where: {
        lines[$0].hasPrefix("|---") && cells(lines[$0 - 1]).first == heading
      })
    else { return [] }
    return below[rule...].dropFirst().prefix { $0.hasPrefix("|") }.map(cells)
  }

  private func cells(_ line: String) -> [String] {
    guard line.hasPrefix("|"), line.hasSuffix("|") else { return [] }
    return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
      var text = cell[...]
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      return text.filter { $0 != "`" }
    }
  }
}
