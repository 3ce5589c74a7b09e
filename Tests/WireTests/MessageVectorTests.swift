import Crypto
import TestWorld
import Testing
import Wire
import World

/// The application's own wire messages.
@Suite(.enabled(if: Vectors.has("app/wire_messages.json"), "app/wire_messages.json is not here"))
struct MessageVectorTests {
  private let file: JSONValue

  init() throws { file = try Vectors.json("app/wire_messages.json") }

  @Test func signaturesHoldAndBreakAsRecorded() throws {
    var types: Set<MessageType> = []
    for vector in try file.array("cases") {
      let name = try vector.string("name")
      let decoded = Result { () throws in try UnverifiedMessage.decode(vector.text("json")) }
      guard let message = try? decoded.get().message else {
        // A changed type may not have a payload of this size.
        #expect(try name.hasSuffix("type changed") && !vector.bool("valid"), "\(name): \(decoded)")
        continue
      }
      types.insert(message.type)
      #expect(try message.signingBytes == vector.hex("signingBytes"), "\(name)")
      #expect(
        try String(decoding: message.timestamp.signedText, as: UTF8.self) == vector.string("iso8601"), "\(name)")
      #expect(try message.payload == vector.text("payloadJSON"), "\(name)")
      let isValid = try Ed25519.isValid(
        message.signature, for: message.signingBytes, publicKey: vector.hex("signerPublic"))
      #expect(try isValid == vector.bool("valid"), "\(name)")
    }
    #expect(types == Set(MessageType.allCases))
  }

  /// The application sends some types' structs in clear; ours travel inside a ratchet message (DESIGN §3). The structs
  /// are the same.
  @Test func payloadsDecodeAndKeepTheirMembers() throws {
    for vector in try file.array("cases") where try vector.bool("valid") && !vector.string("name").contains("/") {
      let message = try UnverifiedMessage.decode(vector.text("json")).message
      let name = try vector.string("name")
      let original = try JSONValue(parsing: message.payload)
      // Inside a dead drop the application puts the content itself under `message`.
      let isContent = message.type == .message && original["ratchetMessage"].isNull
      let again = try JSONValue(
        parsing: isContent
          ? Payload.encode(try Payload.decode(MessageContent.self, from: message.payload))
          : PlainPayload.reencode(message.payload, of: message.type))
      #expect(again == original, "\(name)")
    }
  }

  /// Two of our decisions differ: a date as ISO 8601 text is read, and a key that occurs twice is refused.
  @Test func decodingFollowsTheRecordedAnswers() throws {
    let ours: [String: Bool] = ["timestamp as ISO string": true, "duplicate key": false]
    for vector in try file.array("decoding") {
      let name = try vector.string("name")
      var text = try vector.text("json")
      if name == "invalid UTF-8" {
        // The file itself is UTF-8 and shows a replacement character where the byte was.
        let at = try #require(text.indices.first { text[$0...].starts(with: [0xEF, 0xBF, 0xBD]) })
        text.replaceSubrange(at..<at + 3, with: [0xFF])
      }
      let decodes = (try? UnverifiedMessage.decode(text)) != nil
      #expect(try decodes == ours[name] ?? vector.bool("decodes"), "\(name)")
    }
  }

  @Test func timeWindowFollowsTheRecordedAnswers() throws {
    let identity = TestIdentity(seed: 1)
    for vector in try file.array("receiveWindow") {
      let type = try #require(MessageType(rawValue: vector.string("type")))
      let now = ManualClock().now
      let offset = try vector.double("timestampMinusNow")
      let message = identity.signed(
        type, payload: [], at: WireDate(secondsSinceReference: 797_940_000 + offset))
      var window = ReplayWindow()
      let accepted =
        (try? UnverifiedMessage(message).verified(by: identity.keys, at: now, window: &window)) != nil
      #expect(try accepted == vector.bool("accepted"), "\(type) at \(offset)")
    }
  }

  @Test func hellosAreAcceptedAsRecorded() throws {
    for vector in try file["hello"].array("cases") {
      let now = try Moment(
        instant: Instant(nanoseconds: 0),
        timestamp: WireDate(secondsSinceReference: vector.double("now")).timestamp)
      var window = ReplayWindow()
      let result = Result { () throws in
        try UnverifiedMessage.decode(vector.text("wireJSON")).verifiedHello(at: now, window: &window)
      }
      let accepted = (try? result.get()) != nil
      let name = try vector.string("name")
      #expect(try accepted == (vector.string("result") == "accepted"), "\(name): \(result)")
    }
  }
}
