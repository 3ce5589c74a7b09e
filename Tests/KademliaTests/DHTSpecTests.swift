import Kademlia
import TestWorld
import Testing
import Wire
import World

/// `Docs/spec/dht.md` says what the code does.
@Suite struct DHTSpecTests {
  @Test func theConstantsAreThoseOfTheSettings() throws {
    let stated = Dictionary(
      try rows(after: "## Constants").map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    let actual = Mirror(reflecting: KademliaSettings()).children.map { ($0.label ?? "", text($0.value)) }
    #expect(stated.count == actual.count)
    for (name, value) in actual { #expect(stated[name] == value, "\(name)") }
  }

  @Test func theRefusalsAreThoseOfTheChecks() throws {
    let stated = Set(try rows(after: "## Records").flatMap { $0[1].split(separator: ", ").map(String.init) })
    let bundles = BundleRefusal.allCases.map { RecordRefusal.bundle($0).name }
    #expect(stated == Set(bundles + [RecordRefusal.otherIdentity.name, RecordRefusal.expired.name]))
    let page = try page()
    for refusal in [RecordRefusal.older, .full, .noRoom] { #expect(page.contains("`\(refusal.name)`")) }
  }

  /// Seconds, numbers, and ranges of them, as the page writes them.
  private func text(_ value: Any) -> String {
    switch value {
    case let duration as Duration: number(duration / .seconds(1))
    case let range as ClosedRange<Duration>:
      "\(number(range.lowerBound / .seconds(1))) to \(number(range.upperBound / .seconds(1)))"
    case let value as Double: number(value)
    default: "\(value)"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// The rows of the first table after a heading, without back-quotes.
  private func rows(after heading: String) throws -> [[String]] {
    let lines = try page().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: heading))
    let table = lines[start...].drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    return table.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
        let parts = cell.split(separator: " ").map { $0.replacing("`", with: "") }
        return parts.joined(separator: " ")
      }
    }
  }

  private func page() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return String(decoding: try Files.read("/\(root)/Docs/spec/dht.md"), as: UTF8.self)
  }
}
