package import Wire

/// A question of the DHT, as values.
package enum DHTRequest: Hashable, Sendable {
  case ping
  /// The nodes nearest to an identifier.
  case findNode(NodeID)
  /// The bundle of an identity, or the bundles under a prefix, and the nodes nearest to it.
  case findValue(ValueQuery)
  /// Please keep this bundle until then.
  indirect case store(PreKeyBundle, expiresAt: WireDate)
}

/// What a value lookup is for.
package enum ValueQuery: Hashable, Sendable {
  case node(NodeID)
  case prefix(PeerPrefix)

  /// Where the lookup is routed. Identifiers with a common prefix lie much closer together than nodes do, so the k
  /// nodes nearest to the lowest of them hold them all.
  package var target: NodeID {
    switch self {
    case .node(let nodeID): nodeID
    case .prefix(let prefix): prefix.lowestNodeID
    }
  }

  /// Whether a bundle of this identity answers the query.
  package func matches(_ nodeID: NodeID) -> Bool {
    switch self {
    case .node(let wanted): nodeID == wanted
    case .prefix(let prefix): prefix.matches(nodeID)
    }
  }
}
