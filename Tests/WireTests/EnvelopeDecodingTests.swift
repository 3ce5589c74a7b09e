import Bytes
import Testing
import World

@testable import Wire

/// The envelope's parser against everything that is not an envelope.
@Suite struct EnvelopeDecodingTests {
  private static let good =
    #"{"payload":"e30=","senderID":"0123456789abcdef","signature":"AAEC","timestamp":5,"type":"ack"}"#

  private func decode(_ text: String) throws(WireError) -> WireMessage {
    try UnverifiedMessage.decode(Array(text.utf8)).message
  }

  private func with(_ part: String, _ other: String) -> String {
    let text = EnvelopeDecodingTests.good.replacing(part, with: other)
    precondition(text != EnvelopeDecodingTests.good, "the part is not in the text")
    return text
  }

  @Test func readsItsFiveKeys() throws {
    let message = try decode(EnvelopeDecodingTests.good)
    #expect(
      message
        == WireMessage(
          type: .ack, payload: Array("{}".utf8), senderID: "0123456789abcdef",
          timestamp: WireDate(secondsSinceReference: 5), signature: [0, 1, 2]))
    #expect(String(decoding: message.encoded(), as: UTF8.self) == EnvelopeDecodingTests.good)
  }

  @Test func readsWhatOtherEncodersWrite() throws {
    let good = try decode(EnvelopeDecodingTests.good)
    #expect(try decode(with(#""type""#, " \n\t\r\"type\" ")) == good)
    #expect(try decode(with(#""ack""#, #""\u0061\u0063k""#)) == good)
    #expect(try decode(with(#""type""#, #""typ\u0065""#)) == good)
    #expect(try decode(with("{\"pay", #"{"é":"\ud83d\ude00\"\\\/\b\f\n\r\t","pay"#)) == good)
    #expect(try decode(with(":5,", ":5.0,")) == good && decode(with(":5,", ":0.5e1,")) == good)
    #expect(try decode(with(":5,", ":500E-2,")) == good && decode(with(":5,", ":5e+0,")) == good)
    #expect(try decode(with(":5,", #":"2001-01-01T00:00:05Z","#)) == good)
    #expect(try decode(with(":5,", #":"2001-01-01T00:00:05+0000","#)) == good)
    #expect(try decode(with(#""e30=""#, #""Pz\/\u002f""#)).payload == [0x3F, 0x3F, 0xFF])
    #expect(try decode(with("{\"pay", #"{"a":[[{"b":[1,-0.5e-7,true,false,null,{}]}],[]],"pay"#)) == good)
  }

  @Test func everyTruncationIsRefused() {
    let bytes = Array(EnvelopeDecodingTests.good.utf8)
    for count in 0..<bytes.count {
      #expect(throws: WireError.self, "\(count) bytes") { try UnverifiedMessage.decode(Array(bytes.prefix(count))) }
    }
  }

  /// A byte exchanged for any other leaves an error or another message, never a trap.
  @Test func everyExchangedByteIsAnErrorOrAnotherMessage() {
    let bytes = Array(EnvelopeDecodingTests.good.utf8)
    for at in bytes.indices {
      for byte in UInt8.min...UInt8.max where byte != bytes[at] {
        var other = bytes
        other[at] = byte
        if let message = try? UnverifiedMessage.decode(other).message { #expect(message.signature.count <= 3) }
      }
    }
  }

  @Test(arguments: [
    "", " ", "null", "5", "\"\"", "[]", "{", "{}", "}", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
    "\u{FEFF}{}",
  ])
  func refusesOtherJSON(text: String) {
    #expect(throws: WireError.self) { try decode(text) }
  }

  @Test(arguments: [
    (#""ack""#, #"null"#), (#""ack""#, "5"), (#""ack""#, "[]"), (#""e30=""#, "{}"), (#""e30=""#, "null"),
    (#""e30=""#, #""e30""#), (#""e30=""#, #""e31=""#), (#""e30=""#, #""e30 ""#), (#""e30=""#, #""e3_=""#),
    (#""e30=""#, #""e30=\n""#), (#""AAEC""#, "null"), (#""AAEC""#, "12"), (#""AAEC""#, #""AA\u00e9C""#),
    (":5,", ":null,"), (":5,", ":true,"), (":5,", ":05,"), (":5,", ":+5,"), (":5,", ":5.,"), (":5,", ":.5,"),
    (":5,", ":5e,"), (":5,", ":1e999,"), (":5,", ":-1e999,"), (":5,", ":NaN,"), (":5,", ":Infinity,"),
    (":5,", ":-,"),
    (":5,", ":0x5,"), (":5,", #":"yesterday","#), (":5,", #":"5","#), (":5,", ":{},"),
    (#""0123456789abcdef""#, "5"), (#""0123456789abcdef""#, #""\ud800""#), (#""0123456789abcdef""#, #""\x""#),
    (#""0123456789abcdef""#, #""\u12""#), (#""0123456789abcdef""#, #""\ud800\u0041""#),
    ("{\"pay", #"{"\q":1,"pay"#), ("{\"pay", #"{"a":"\ud800","pay"#), ("{\"pay", #"{"a":tru,"pay"#),
    ("{\"pay", #"{"a":[1,],"pay"#), ("{\"pay", #"{"a":{"b":1,},"pay"#), ("{\"pay", #"{"a":{"\q":1},"pay"#),
    ("{\"pay", "{\"a\":\"\n\",\"pay"), ("\"ack\"}", "\"ack\"}x"), ("\"ack\"}", "\"ack\"}{}"),
    ("\"ack\"}", "\"ack\",}"),
    ("\"ack\"}", "\"ack\"]"), ("\"ack\"}", "\"ack"),
  ])
  func refusesOneThingWrong(part: String, other: String) {
    #expect(throws: WireError.self) { try decode(with(part, other)) }
  }

  @Test(arguments: ["type", "payload", "senderID", "timestamp", "signature"])
  func everyKeyIsNeededOnce(key: String) throws {
    let renamed = with("\"\(key)\":", "\"\(key)_\":")
    #expect(throws: WireError.malformed("a key of the envelope is missing")) { try decode(renamed) }
    let values = [
      "type": #""ack""#, "payload": #""e30=""#, "senderID": #""""#, "timestamp": "1", "signature": #""""#,
    ]
    let value = try #require(values[key])
    #expect(throws: WireError.malformed("\(key) occurs twice")) { try decode(with("{", "{\"\(key)\":\(value),")) }
  }

  @Test func unknownTypesAndOversizePayloadsHaveTheirErrors() {
    #expect(throws: WireError.unknownType) { try decode(with("\"ack\"", "\"telepathy\"")) }
    #expect(throws: WireError.unknownType) { try decode(with("\"ack\"", "\"Ack\"")) }
    for excess in 0..<4 {
      let payload = [UInt8](repeating: 0, count: MessageType.ack.maximumPayload + excess)
      let text = with("e30=", Base64.encode(payload))
      if excess == 0 {
        #expect(throws: Never.self) { try decode(text) }
      } else {
        #expect(throws: WireError.payloadTooLarge(.ack)) { try decode(text) }
      }
    }
  }

  @Test func invalidUTF8IsRefusedEverywhere() throws {
    let bytes = Array(with("{\"pay", "{\"note\":\"xy\",\"pay").utf8)
    let invalid: [[UInt8]] = [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]]
    for sequence in invalid {
      for at in bytes.indices {
        #expect(throws: WireError.self) {
          try UnverifiedMessage.decode(Array(bytes[..<at]) + sequence + Array(bytes[at...]))
        }
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
  func deepNestingIsAnError(opening: String) {
    let deep = String(repeating: opening, count: 100_000)
    #expect(throws: WireError.malformed("nested too deeply")) { try decode("{\"a\":" + deep) }
    #expect(throws: WireError.self) { try decode(deep) }
  }

  @Test func longNumbersAndStringsAreReadInTheirOwnLength() throws {
    let digits = String(repeating: "9", count: 100_000)
    #expect(throws: WireError.self) { try decode(with(":5,", ":\(digits),")) }
    #expect(throws: Never.self) { try decode(with("{\"pay", "{\"a\":\(digits),\"pay")) }
    #expect(throws: Never.self) { try decode(with(":5,", ":5.\(digits),")) }
    #expect(throws: Never.self) { try decode(with("{\"pay", "{\"\(digits)\":1,\"pay")) }
  }

  /// The hand-written codec and Foundation's agree on every message that ours can hold.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func agreesWithFoundation(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    let message = samples.envelope()
    let bytes = message.message.encoded()
    #expect(bytes == Payload.encode(message))
    #expect(try UnverifiedMessage.decode(bytes) == message)
    #expect(try Payload.decode(UnverifiedMessage.self, from: bytes) == message)
  }

  /// Inside a relay envelope the coders read it, under the same rules of type and size.
  @Test func relayedEnvelopesKeepTheRules() throws {
    #expect(throws: WireError.unknownType) {
      try Payload.decode(
        UnverifiedMessage.self, from: Array(with("\"ack\"", "\"telepathy\"").utf8))
    }
    let payload = [UInt8](repeating: 0, count: MessageType.ack.maximumPayload + 1)
    #expect(throws: WireError.payloadTooLarge(.ack)) {
      try Payload.decode(UnverifiedMessage.self, from: Array(with("e30=", Base64.encode(payload)).utf8))
    }
  }
}
