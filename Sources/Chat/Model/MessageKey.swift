package import Wire

/// Which way a message went.
package enum Direction: String, Sendable, CaseIterable {
  case sent, received
}

/// What identifies a message in the store: a peer names its own messages, so an ID is unique only within one
/// conversation and direction.
package struct MessageKey: Hashable, Sendable {
  package let peer: NodeID
  package let direction: Direction
  package let id: MessageID

  package init(peer: NodeID, direction: Direction, id: MessageID) {
    self.peer = peer
    self.direction = direction
    self.id = id
  }
}
