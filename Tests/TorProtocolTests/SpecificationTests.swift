import TestWorld
import Testing
import TorProtocol

/// The tables of Docs/spec/tor.md against the code.
@Suite struct SpecificationTests {
  private static func rows(under heading: String) throws -> [[String]] {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("/\(package)/Docs/spec/tor.md"), as: UTF8.self)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix(heading) })
    return section.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.dropFirst().map {
      row in
      row.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    }
  }

  private static func words(_ advice: SOCKS5Reply.Advice) -> String {
    switch advice {
    case .peerOffline: "peer offline"
    case .tryAgain: "try again"
    case .torTrouble: "tor trouble"
    case .hopeless: "hopeless"
    }
  }

  @Test func socksCodes() throws {
    var named: Set<UInt8> = []
    for row in try Self.rows(under: "4. SOCKS") {
      for code in row[0].split(whereSeparator: { $0 == "," || $0 == " " }).compactMap({ UInt8($0, radix: 16) }) {
        named.insert(code)
        let reply = try #require(SOCKS5Reply(code: code))
        #expect(row[2].hasPrefix(Self.words(reply.advice)), "code \(code)")
      }
    }
    #expect(named == Set([1, 2, 3, 4, 5, 6, 7, 8] + (0xF0...0xF7)))
    #expect(SOCKS5Reply(code: 0x99)?.advice == .torTrouble)
  }
}
