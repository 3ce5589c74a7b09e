import Testing

@testable import CLI

@Suite struct QRPictureTests {
  /// What a scanner sees: the picture taken apart into modules again, dark ones true.
  private func modules(_ lines: [String]) -> [[Bool]] {
    lines.flatMap { line -> [[Bool]] in
      let halves = line.map { character -> (Bool, Bool) in
        switch character {
        case "█": (false, false)
        case "▀": (false, true)
        case "▄": (true, false)
        default: (true, true)
        }
      }
      return [halves.map(\.0), halves.map(\.1)]
    }
  }

  /// The three corners that scanners look for, of seven modules each (ISO/IEC 18004, 5.3.2.1), in four modules of light.
  @Test func pictureHasTheCornersOfACode() throws {
    let rows = modules(try QRPicture.lines(of: "sophaxchat://verify?id=\(String(repeating: "a", count: 64))"))
    let width = try #require(rows.first?.count)
    #expect(rows.count == width + 1 && (width - 8 - 17).isMultiple(of: 4))
    let corner = (0..<7).map { row in
      (0..<7).map { column in
        let ring = max(abs(row - 3), abs(column - 3))
        return ring != 2
      }
    }
    for (top, left) in [(4, 4), (4, width - 11), (width - 11, 4)] {
      let seen = (0..<7).map { row in (0..<7).map { rows[top + row][left + $0] } }
      #expect(seen == corner)
    }
    #expect(rows[..<4].allSatisfy { !$0.contains(true) })
    #expect(rows.prefix(width).allSatisfy { !$0.prefix(4).contains(true) && !$0.suffix(4).contains(true) })
  }

  @Test func textThatIsTooLongIsRefused() {
    #expect(throws: Stop.self) { try QRPicture.lines(of: String(repeating: "a", count: 4000)) }
  }
}
