package import Wire

/// Who asks: the link that the question came on, and the identity that the link has proven; nil for a guest and for
/// a peer without the proof. A requester is answered either way and never enters the routing table by asking.
package struct Requester: Hashable, Sendable {
  /// Any number that no other open link has.
  package let link: UInt64
  package let nodeID: NodeID?

  package init(link: UInt64, nodeID: NodeID?) {
    self.link = link
    self.nodeID = nodeID
  }
}
