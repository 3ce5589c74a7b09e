import TestWorld
import Testing
import World

@testable import Wire

/// The JSON of all payloads: round trips from seeds, and hostile input.
@Suite struct PayloadTests {
  @Test(arguments: MessageType.allCases)
  func randomValuesRoundTrip(type: MessageType) throws {
    for seed in 0..<60 as Range<UInt64> {
      var samples = Samples(seed: seed)
      for value in samples.payloads(of: type) { try roundTrip(value) }
    }
  }

  private func roundTrip<T: WireValue>(_ value: T) throws {
    let bytes = Payload.encode(value)
    #expect(try Payload.decode(T.self, from: bytes) == value)
    #expect(bytes == Payload.encodeWithFoundation(value), "the hand-written JSON is Foundation's")
  }

  @Test(arguments: MessageType.allCases)
  func absentOptionalsAreOmittedAndNullIsAbsent(type: MessageType) throws {
    var samples = Samples(seed: 5, optionals: .none)
    for value in samples.payloads(of: type) { try checkNulls(value) }
  }

  private func checkNulls<T: WireValue>(_ value: T) throws {
    let members = try #require(try JSONValue(parsing: Payload.encode(value)).asObject)
    #expect(!members.values.contains(.null))
    var full = Samples(seed: 6, optionals: .all)
    for other in MessageType.allCases.flatMap({ full.payloads(of: $0) }) {
      guard let other = other as? T else { continue }
      let optional = try #require(try JSONValue(parsing: Payload.encode(other)).asObject).keys.filter {
        members[$0] == nil
      }
      let nulls = optional.map { "\"\($0)\":null," }.joined()
      let text =
        "{" + nulls + "\"unknown\":[]," + String(decoding: Payload.encode(value), as: UTF8.self).dropFirst()
      #expect(try Payload.decode(T.self, from: Array(text.utf8)) == value)
    }
  }

  @Test(arguments: MessageType.allCases)
  func everyTruncationIsATypedError(type: MessageType) throws {
    var samples = Samples(seed: 7, optionals: .all)
    for value in samples.payloads(of: type) { truncate(value) }
  }

  private func truncate<T: WireValue>(_ value: T) {
    let bytes = Payload.encode(value)
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) { try Payload.decode(T.self, from: Array(bytes.prefix(count))) }
    }
  }

  /// Every member exchanged for a value of each other JSON type: an error, or a value that its field can hold.
  @Test(arguments: MessageType.allCases)
  func wrongTypesAreTypedErrors(type: MessageType) throws {
    var samples = Samples(seed: 8, optionals: .all)
    for value in samples.payloads(of: type) { try exchangeMembers(of: value) }
  }

  private func exchangeMembers<T: WireValue>(of value: T) throws {
    let others = [
      "{}", "[]", "[{}]", "true", "-1", "1.5", "1e999", "-1e999", "1e400", "18446744073709551616", "NaN",
      "\"\\ud800\"",
      "\"!\"", String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
      String(repeating: "9", count: 10_000),
    ]
    let members = try #require(try JSONValue(parsing: Payload.encode(value)).asObject)
    let text = String(decoding: Payload.encode(value), as: UTF8.self)
    for key in members.keys {
      for other in others {
        let changed = "{\"\(key)\":\(other)," + text.dropFirst()
        // The first of two equal keys is the one that counts, so the exchanged value is what is read.
        let result = try? Payload.decode(T.self, from: Array(changed.utf8))
        #expect(result == (try? Payload.decodeWithFoundation(T.self, from: Array(changed.utf8))))
        guard let decoded = result else { continue }
        #expect(throws: Never.self) { try Payload.decode(T.self, from: Payload.encode(decoded)) }
      }
    }
  }

  /// What this node writes of the directory is read by hand, and what is not plain is not.
  @Test func plainPayloadsOfTheDirectoryAreReadByHand() throws {
    for type in [
      MessageType.dhtPing, .dhtPong, .dhtFindNode, .dhtFindNodeResp, .dhtFindValue,
      .dhtFindValueResp, .dhtStore,
    ] {
      for seed in 0..<40 as Range<UInt64> {
        var samples = Samples(seed: seed)
        for value in samples.payloads(of: type) { try readByHand(value) }
      }
    }
    let spaced =
      " { \"targetNodeID\" : \"00\" ,\n \"x\" : [ { } , -1.5e3 ] , \"requestID\" : \"é\" } "
    #expect(
      DHTFindNodePayload.plain(Array(spaced.utf8))
        == DHTFindNodePayload(targetNodeID: "00", requestID: "é"))
    #expect(
      DHTFindNodePayload.plain(Array("{\"targetNodeID\":\"".utf8) + [0xFF] + Array("\"}".utf8))
        == nil)
    #expect(DHTFindNodePayload.plain(Array("{\"targetNodeID\":\"a\",}".utf8)) == nil)
  }

  private func readByHand<T: WireValue>(_ value: T) throws {
    let readable = try #require(T.self as? any JSONReadable.Type)
    let bytes = Payload.encode(value)
    let hasEscapes = bytes.contains(UInt8(ascii: "\\"))
    #expect(hasEscapes || readable.plain(bytes) as? T == value)
    #expect(readable.plain(bytes + [UInt8(ascii: "}")]) == nil)
    #expect(readable.plain(Array(bytes.dropLast())) == nil)
    let twice = Array("{\"requestID\":\"a\",\"requestID\":\"b\",".utf8) + bytes.dropFirst()
    #expect(readable.plain(twice) == nil)
    let unknown = Array("{\"x\":{\"y\":[1,null,\"\\u0041\"]},".utf8) + bytes.dropFirst()
    #expect(hasEscapes || readable.plain(unknown) as? T == value)
  }

  @Test func errorsNameThePlaceAndNotTheValue() {
    let bundle = Array(#"{"bundle":{"username":"secret-name"}}"#.utf8)
    #expect {
      try Payload.decode(HelloMessage.self, from: bundle)
    } throws: { error in
      guard case WireError.malformed(let words) = error else { return false }
      return words.hasPrefix("HelloMessage.bundle lacks ") && !words.contains("secret-name")
    }
    #expect(throws: WireError.malformed("AckMessage.status is not what it should be")) {
      try Payload.decode(AckMessage.self, from: Array(#"{"messageID":"a","status":"lost"}"#.utf8))
    }
  }

  @Test(arguments: ["", "null", "[]", "{", "\u{0}", "{\"emoji\":1}", "{\"emoji\":\"\\ud800\"}"])
  func notAPayload(text: String) {
    #expect(throws: WireError.self) { try Payload.decode(GroupReactionMessage.self, from: Array(text.utf8)) }
  }

  @Test func notEvenText() {
    for bytes: [UInt8] in [
      [0xFF], [0xFE, 0xFF], [0x00, 0x7B], Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8),
    ] {
      #expect(throws: WireError.self) { try Payload.decode(TypingMessage.self, from: bytes) }
    }
  }
}
