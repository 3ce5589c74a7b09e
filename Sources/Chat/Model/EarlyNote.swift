package import Wire

/// A note that came before the message it is about, which may still be on its way.
package struct EarlyNote: Hashable, Sendable {
  package let peer: NodeID
  /// The message that it is about.
  package let target: MessageID
  package let note: ChatNote

  package init(peer: NodeID, target: MessageID, note: ChatNote) {
    self.peer = peer
    self.target = target
    self.note = note
  }
}
