import TestWorld
import Testing

@testable import Wire

/// The tables of `Docs/spec/message.md` are those of the code.
@Suite struct MessageSpecTests {
  private let page: SpecPage

  init() throws { page = try SpecPage("message") }

  @Test func theTypesAreTheDocumentedOnes() throws {
    let rows = page.rows(ofTable: "type")
    #expect(rows.compactMap(\.first) == MessageType.allCases.map(\.rawValue))
    var samples = Samples(seed: 1)
    for row in rows {
      let type = try #require(MessageType(rawValue: row[0]))
      let structs = samples.payloads(of: type).map { "\(Swift.type(of: $0))" }
      let isRatchet = row[3] == "ratchet"
      #expect(row[1] == structs.prefix(isRatchet ? 2 : 1).joined(separator: " over "), "\(type)")
      #expect((structs.count > 1) == isRatchet, "\(type)")
      #expect(Int(row[2]).map { $0 * 1024 } == type.maximumPayload, "\(type)")
      #expect(["link", "signed", "ratchet", "group", "sealed"].contains(row[3]) && ["yes", "no"].contains(row[4]))
    }
  }

  @Test func theStructsHaveTheDocumentedKeys() throws {
    var (full, bare) = (Samples(seed: 1, optionals: .all), Samples(seed: 1, optionals: .none))
    let all = try keys(full.everyStruct())
    let needed = try keys(bare.everyStruct())
    let rows = page.rows(ofTable: "struct")
    #expect(Set(rows.compactMap(\.first)) == Set(all.keys))
    for row in rows {
      let fields = row[1].split(separator: ", ").map { $0.split(separator: " ") }
      #expect(Set(fields.map { String($0[0]) }) == all[row[0]], "\(row[0])")
      let required = fields.filter { $0[1].last != "?" }.map { String($0[0]) }
      #expect(Set(required) == needed[row[0]], "\(row[0])")
    }
  }

  private func keys(_ values: [any WireValue]) throws -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    for value in values {
      let members = try #require(try JSONValue(parsing: Payload.encode(value)).asObject)
      keys["\(type(of: value))"] = Set(members.keys)
    }
    return keys
  }

  @Test func theEnvelopeHasTheDocumentedKeys() throws {
    var samples = Samples(seed: 2)
    let members = try #require(try JSONValue(parsing: samples.envelope().message.encoded()).asObject)
    #expect(Set(page.rows(ofTable: "key").compactMap(\.first)) == Set(members.keys))
  }

  @Test func theLimitsAreTheDocumentedOnes() throws {
    let limits = [
      "oldest timestamp": "\(Int(WireLimits.livePast)) s",
      "oldest timestamp, relay": "\(Int(WireLimits.relayedPast)) s",
      "oldest timestamp, inside a seal": "\(Int(WireLimits.heldPast)) s",
      "newest timestamp": "\(Int(WireLimits.future)) s",
      "remembered for": "\(WireLimits.replayLifetime.components.seconds) s",
      "remembered at most": "\(WireLimits.replayEntries) messages",
    ]
    let documented = page.rows(ofTable: "limit").map { ($0[0], $0[1]) }
    #expect(Dictionary(uniqueKeysWithValues: documented) == limits)
  }
}
