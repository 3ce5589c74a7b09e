import Wire
import World

@testable import Relay

/// What the tests of relaying share: nodes by number, sealed messages by number, a time.
enum RelayWorld {
  static let now = Moment(
    instant: Instant(nanoseconds: 1_000_000_000), timestamp: Timestamp(milliseconds: 1_790_000_000_000))

  /// A node whose identifier begins with these bits.
  static func node(_ first: UInt64, _ rest: UInt64 = 0) -> NodeID { NodeID(words: (first, rest, 7, 9)) }

  static func sealed(_ number: Int, bytes: Int = 100) -> SealedMessage {
    var random = SeededRandom(seed: UInt64(number))
    return SealedMessage(
      ephemeralPublicKey: Base64Data(random.bytes(32)), encryptedPayload: Base64Data(random.bytes(bytes)))
  }

  static func wire(_ number: Int = 0) -> UnverifiedMessage {
    UnverifiedMessage(
      WireMessage(
        type: .sealed, payload: Payload.encode(sealed(number)), senderID: node(9).peerID,
        timestamp: WireDate(now.timestamp), signature: [UInt8](repeating: UInt8(number & 0xff), count: 64)))
  }

  static func envelope(
    to target: String, id: String = "a", ttl: UInt8 = 5, hops: UInt8 = 0, message: Int = 0
  ) -> RelayEnvelope {
    RelayEnvelope(
      id: id, targetPeerID: target, originPeerID: node(9).peerID, ttl: ttl, hopCount: hops, message: wire(message))
  }

  static func drop(
    to target: String, id: String = "d", number: Int = 0, bytes: Int = 100, expiresIn: Duration = .seconds(3600)
  ) -> DeadDropEnvelope {
    DeadDropEnvelope(
      id: id, targetPeerID: target, sealed: sealed(number, bytes: bytes),
      expiresAt: WireDate(now.timestamp + expiresIn))
  }

  static func request(
    for target: String, id: String = "m", number: Int = 0, bytes: Int = 100, expiresIn: Duration = .seconds(3600),
    wantsReceipt: Bool? = true, withdrawal: [UInt8]? = nil
  ) -> StoreAndForwardRequest {
    StoreAndForwardRequest(
      targetPeerID: target, messageID: id, sealed: sealed(number, bytes: bytes),
      expiresAt: WireDate(now.timestamp + expiresIn), wantsReceipt: wantsReceipt,
      withdrawal: withdrawal.map { Base64Data($0) })
  }
}
