import TestWorld
import Testing
import Wire
import World

/// Whole exchanges of the application: what is in their frames decodes to the recorded shapes.
@Suite(.enabled(if: Vectors.has("app/sessions.json"), "app/sessions.json is not here"))
struct SessionVectorTests {
  @Test func everyMessageOfASessionVerifies() throws {
    for session in try Vectors.json("app/sessions.json").array("sessions") {
      var keys: [String: IdentityKeys] = [:]
      var window = ReplayWindow()
      for entry in try session.array("log") {
        let unverified = try UnverifiedMessage.decode(entry.text("wireJSON"))
        let from = try entry.string("from")
        let now = Moment(instant: Instant(nanoseconds: 0), timestamp: unverified.message.timestamp.timestamp)
        switch unverified.message.type {
        case .hello:
          keys[from] = try unverified.verifiedHello(at: now, window: &window).bundle.keys
        case .initiateSession:
          let initiation = try unverified.verifiedInitiation(at: now, window: &window)
          #expect(initiation.bundle.keys == keys[from])
          #expect(initiation.initiation.ephemeralPublicKey.bytes.count == 32)
        default:
          let sender = try #require(keys[from])
          let verified = try unverified.verified(by: sender, at: now, window: &window)
          #expect(verified.sender == sender.nodeID)
          _ = try PlainPayload.reencode(verified.payload, of: verified.type)
        }
        if let content = entry["contentJSON"].asString {
          _ = try Payload.decode(MessageContent.self, from: Array(content.utf8))
        }
      }
    }
  }
}
