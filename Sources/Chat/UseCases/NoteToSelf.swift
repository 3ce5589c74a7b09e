import E2EE
package import Wire
import World

/// The conversation with oneself: nothing of it leaves the node.
extension ChatEngine {
  /// Whether this is the conversation with oneself.
  package func isOwnConversation(_ peer: NodeID) -> Bool { peer == identity.nodeID }

  /// Stores a note to oneself.
  mutating func keep<Store, Chance>(
    _ text: String, replyTo: MessageID?, lifetime: Duration?, file: ChatFile? = nil,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> ChatMessage {
    let message = try compose(
      text, to: identity.nodeID, replyTo: replyTo, lifetime: lifetime, file: file, state: .read, in: &turn)
    try turn.kept(turn.store.insertMessage(message))
    noteExpiry(of: message, in: turn)
    try turn.trace(.read, of: message.key, "stored on this node")
    try turn.log(.messageState, peer: identity.nodeID, message: message.key)
    return message
  }
}
