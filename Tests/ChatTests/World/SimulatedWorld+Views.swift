import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// What a test looks at.
extension SimulatedWorld {
  /// The links of a node, in an order that a seed repeats.
  func linked(_ node: Int) -> [Set<Int>] {
    links.keys.filter { $0.contains(node) }.sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
  }

  /// The bodies of a conversation as `node` shows it, oldest first.
  func history(_ node: Int, with other: Int) -> [ChatMessage] {
    let page = try? nodes[node].engine.history(with: id(other), limit: 1_000, in: nodes[node].store)
    return (page ?? []).reversed()
  }

  func received(_ node: Int, from other: Int) -> [String] {
    history(node, with: other).filter { $0.direction == .received }.map(\.body)
  }

  func state(_ id: MessageID?, of node: Int) -> DeliveryState? {
    guard let id else { return nil }
    return try? nodes[node].store.sentMessage(id)?.state
  }

  func told(_ node: Int) -> [ChatEvent] { nodes[node].told.filter { $0.kind != .messageState } }

  /// How often a node asked for a link.
  func dials(_ node: Int) -> Int { dialled[node, default: 0] }

  func framesFrom(_ node: Int) -> [WireMessage] {
    frames.filter { nodes[node].keys.isNamed(by: $0.senderID) }
  }

  /// The different ciphertexts that left under a message's ID.
  func ciphertexts(of id: MessageID?) -> Set<RatchetMessage> {
    Set(
      frames.compactMap { wire in
        switch wire.type {
        case .message:
          guard let payload = try? Payload.decode(ChatMessagePayload.self, from: wire.payload) else { return nil }
          return payload.messageID == id?.text ? payload.ratchetMessage : nil
        case .initiateSession:
          guard let payload = try? Payload.decode(InitiateSessionMessage.self, from: wire.payload) else {
            return nil
          }
          return payload.messageID == id?.text ? payload.initialMessage : nil
        default: return nil
        }
      })
  }

  @discardableResult
  func page(_ node: Int, with other: Int) throws(ChatError) -> [ChatMessage] {
    try nodes[node].engine.history(with: id(other), limit: 1_000, in: nodes[node].store)
  }
}
