import TestWorld
import Testing
import Transport
import Wire
import World

/// The tables of `Docs/spec/frame.md` and `link.md` are those of the code.
@Suite struct LinkSpecTests {
  private let settings = TransportSettings()

  /// The rows of a file's tables: cells by the first one.
  private func rows(of name: String) throws -> [String: [String]] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("/\(root)/Docs/spec/\(name)"), as: UTF8.self)
    var rows: [String: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      if let first = cells.first { rows[first] = Array(cells.dropFirst()) }
    }
    return rows
  }

  /// The numbers in a text, thousands separators taken out.
  private func numbers(in text: String?) -> [Int] {
    (text ?? "").filter { $0 != "," }.split { !$0.isNumber }.compactMap { Int($0) }
  }

  @Test func framesAreBoundedAsStated() throws {
    let rows = try rows(of: "frame.md")
    #expect(numbers(in: rows["longest body after the peer is known"]?[0]) == [4, WireLimits.maximumFrame])
    #expect(numbers(in: rows["longest body before"]?[0]) == [settings.helloFrame])
    let proven = [settings.framesPerSecond, settings.frameBurst].map { Int($0) }
    #expect(numbers(in: rows["proven"]?[0]) == proven)
    let unproven = [settings.unprovenFramesPerSecond, settings.unprovenFrameBurst].map { Int($0) }
    #expect(numbers(in: rows["not proven"]?[0]) == unproven)
    let bytes = [settings.bytesPerSecond, settings.byteBurst].map { Int($0) >> 20 }
    #expect(numbers(in: rows["proven"]?[1]) == bytes)
    #expect(settings.malformedFrames == 8)
    #expect(settings.pendingInput == 64 << 20)
  }

  @Test func placesAndTimesAreAsStated() throws {
    let rows = try rows(of: "link.md")
    #expect(numbers(in: rows["accepted links"]?[0]) == [settings.inbound])
    #expect(numbers(in: rows["of these, not proven"]?[0]) == [settings.unproven])
    #expect(numbers(in: rows["dialled links"]?[0]) == [settings.outbound])
    #expect(numbers(in: rows["dials at once"]?[0]) == [settings.dials, settings.networkDials])
    #expect(numbers(in: rows["dials that wait"]?[0]) == [settings.waitingDials])
    #expect(numbers(in: rows["after a failure"]?[0]).prefix(2) == [15, 15])
    #expect(settings.firstBackoff == .seconds(15))
    #expect(settings.longestBackoff == .seconds(15 * 60))
    #expect(rows["nothing sent for \(settings.keepAlive.milliseconds / 1000) s"] != nil)
    #expect(rows["no whole frame came for \(settings.idle.milliseconds / 1000) s"] != nil)
    #expect(rows["queued output made no progress for \(settings.stalled.milliseconds / 1000) s"] != nil)
    #expect(settings.helloDeadline == .seconds(30))
    #expect(settings.simultaneous == .seconds(30))
    #expect(settings.retirement == .seconds(10))
  }

  @Test func theChecksOfHellosAreAllStated() throws {
    let stated = try rows(of: "link.md").values.compactMap(\.first).filter { $0.hasPrefix("`") }
    let failures: [(String, HelloFailure)] = [
      ("notAHello", .notAHello), ("clocksDiffer", .clocksDiffer(ahead: .zero)), ("ourselves", .ourselves),
      ("wrongAddress", .wrongAddress),
      ("wrongPeer", .wrongPeer), ("unaskedProof", .unaskedProof), ("badChallenge", .badChallenge),
      ("changedIdentity", .changedIdentity), ("missingProof", .missingProof),
      ("answeringAnother", .answeringAnother), ("badProof", .badProof),
    ]
    #expect(stated.sorted() == failures.map { "`\($0.0)`" }.sorted())
  }
}
