package import Wire
package import World

/// As whom a node speaks on links: its keys, and what it says of itself in a hello.
package protocol LinkIdentity {
  var keys: IdentityKeys { get }
  /// The bundle for a hello to `peer`, or to whoever listens when that is not known yet; at most a day old.
  func helloBundle(for peer: NodeID?, at now: Moment) -> PreKeyBundle
  /// The Ed25519 signature, 64 bytes, by the identity's signing key.
  func signature(for bytes: [UInt8]) -> [UInt8]
}

extension LinkIdentity {
  /// A signed message of this identity.
  func message(_ type: MessageType, _ payload: some Encodable, at now: Moment) -> WireMessage {
    let payload = Payload.encode(payload)
    let date = WireDate(now.timestamp)
    let senderID = keys.nodeID.peerID
    let signed = WireMessage.signingBytes(type: type, payload: payload, senderID: senderID, timestamp: date)
    return WireMessage(
      type: type, payload: payload, senderID: senderID, timestamp: date, signature: signature(for: signed))
  }
}
