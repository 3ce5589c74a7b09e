import Crypto
import Simulator
import Wire
import World

/// An identity that signs wire messages.
struct Signer {
  let key: Ed25519.PrivateKey
  let keys: IdentityKeys

  init(using chance: inout SeededRandom) {
    key = .generate(using: &chance)
    guard let keys = IdentityKeys(signingKey: key.publicKey, dhKey: chance.bytes(32)) else {
      preconditionFailure("both keys have 32 bytes")
    }
    self.keys = keys
  }

  func sign(_ type: MessageType, _ payload: [UInt8], at now: Moment) -> WireMessage {
    let date = WireDate(now.timestamp)
    let senderID = keys.nodeID.peerID
    let bytes = WireMessage.signingBytes(type: type, payload: payload, senderID: senderID, timestamp: date)
    return WireMessage(
      type: type, payload: payload, senderID: senderID, timestamp: date, signature: key.signature(for: bytes))
  }
}
