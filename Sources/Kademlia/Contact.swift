package import Wire

/// A node as others are told of it: who it is and where it listens. Nothing here is proven; see `RoutingTable`.
package struct Contact: Hashable, Sendable {
  package let nodeID: NodeID
  package let address: PeerAddress

  package init(nodeID: NodeID, address: PeerAddress) {
    self.nodeID = nodeID
    self.address = address
  }
}
