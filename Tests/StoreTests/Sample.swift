import Chat
import Store
import Wire
import World

/// Made-up people and messages.
enum Sample {
  static func keys(_ seed: UInt8) -> (signing: [UInt8], dh: [UInt8]) {
    ([UInt8](repeating: seed, count: 32), [UInt8](repeating: ~seed, count: 32))
  }

  static func peer(_ seed: UInt8) -> NodeID { NodeID(signingKey: keys(seed).signing, dhKey: keys(seed).dh) }

  static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  static func contact(_ seed: UInt8, _ trust: ChatContact.Trust = .accepted) -> ChatContact {
    let id = peer(seed)
    return ChatContact(
      nodeID: id, keys: IdentityKeys(signingKey: keys(seed).signing, dhKey: keys(seed).dh),
      username: "Ada \(seed)",
      localName: "Löwe", trust: trust, former: trust == .blocked ? .requested : nil,
      address: PeerAddress.loopback(port: 4000), addedAt: time(1),
      lastSeen: time(2), healedAt: time(3), verifiedAt: time(4), successor: peer(9),
      switches: ContactSwitches(receipts: false, typing: true, isMuted: true, lifetime: .seconds(60)))
  }

  static func key(_ seed: UInt8, _ id: String, _ direction: Direction = .sent) -> MessageKey {
    MessageKey(peer: peer(seed), direction: direction, id: MessageID(id)!)
  }

  static func message(
    _ key: MessageKey, body: String = "hello", position: Int64 = 1, sequence: Int64 = 1,
    state: DeliveryState = .queued, receivedAt: Timestamp = time(11)
  ) -> ChatMessage {
    ChatMessage(
      key: key, body: body, sentAt: time(10), receivedAt: key.direction == .received ? receivedAt : nil,
      position: position, sequence: sequence, state: state)
  }
}

extension NodeStore {
  @discardableResult
  func appendEvent(at milliseconds: Int64) throws -> ChatEvent {
    try appendEvent(
      .messageReceived, peer: Sample.peer(1), message: Sample.key(1, "M", .received), state: nil,
      contact: nil, at: Sample.time(milliseconds))
  }
}
