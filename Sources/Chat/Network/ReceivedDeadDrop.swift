package import Wire
package import World

extension ChatEngine {
  /// A `message` out of a dead drop, whose signature was verified to be its sender's. Builds of the original put a bare
  /// `MessageContent` into it, under the seal alone; `dropID` is then the message's name. It counts only from a contact:
  /// there is no session that proves more.
  package mutating func receivedDrop(
    _ wire: VerifiedMessage, dropID: String, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    if (try? Payload.decode(ChatMessagePayload.self, from: wire.payload)) != nil {
      return try receivedMessage(wire, at: now, in: store, using: &chance)
    }
    return try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let known = try turn.kept(turn.store.chatContact(wire.sender))
      guard let contact = known, contact.trust == .accepted, let id = MessageID(dropID) else {
        return engine.refuse("stranger")
      }
      try engine.noteSeen(contact.nodeID, signedAt: wire.timestamp.timestamp, in: turn)
      guard try engine.isWelcome(contact, id, in: &turn) else { return }
      let sentAt = wire.timestamp.timestamp
      try engine.take(
        Content(wire.payload, in: .message, sentAt: sentAt, engine.settings), id, from: contact, in: &turn)
    }.directives
  }
}
