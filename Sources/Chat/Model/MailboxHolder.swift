package import Wire

/// A node that may hold something for a peer: one of those nearest to the peer's node ID.
package struct MailboxHolder: Hashable, Sendable {
  package let nodeID: NodeID
  package let address: PeerAddress

  package init(nodeID: NodeID, address: PeerAddress) {
    self.nodeID = nodeID
    self.address = address
  }
}
