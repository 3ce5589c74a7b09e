import Chat
import TestWorld
import Testing

/// The tables of Docs/spec/chat.md that are marked as tested say what the code says.
@Suite struct SpecTests {
  private static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Docs/spec/chat.md"

  /// The rows of the table under a heading that begins so, cell by cell, without code marks.
  private func table(_ heading: String) throws -> [[String]] {
    let lines = String(decoding: try Files.read(Self.path), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains(heading) })
    let rows = lines[start...].dropFirst().drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return rows.dropFirst(2).map { row in
      row.split(separator: "|").map { cell in
        String(cell.filter { $0 != "`" }).split(separator: " ").joined(separator: " ")
      }
    }
  }

  @Test func everyStateIsInTheTable() throws {
    let rows = try table("States of a sent message")
    var states: [DeliveryState] = [.queued, .sent, .relayed, .delivered, .read]
    states += FailureReason.allCases.map(DeliveryState.failed)
    #expect(rows.map { $0[1] } == states.map(\.rawValue))
    #expect(rows.map { $0[3] == "yes" } == states.map(\.isFinal))
    #expect(rows.map { DeliveryState(rawValue: $0[1]) } == states)
    #expect(DeliveryState(rawValue: "failed:") == nil)
  }

  @Test func everyEventIsInTheTable() throws {
    let rows = try table("Kinds (tested)")
    #expect(Set(rows.map { $0[0] }) == Set(ChatEvent.Kind.allCases.map(\.rawValue)))
  }
}
