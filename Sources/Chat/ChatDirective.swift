package import Wire

/// What the daemon does for the chat, in order, after the store has committed.
package enum ChatDirective: Hashable, Sendable {
  /// Sign a message of this type with a fresh timestamp and write it to the peer's link. `message` is the one whose
  /// state depends on it: report `transmitted` when it was written. Nothing when there is no link any more.
  case transmit(MessageType, payload: [UInt8], to: NodeID, message: MessageID?)
  /// Open a link to the peer; without an address, look it up in the directory first. Report `linkProven` or
  /// `unreachable`.
  case connect(to: NodeID, at: PeerAddress?)
  /// Tell those who follow the event log.
  case event(ChatEvent)
}
