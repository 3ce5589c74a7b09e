package import Wire

/// Which end of a link this node is, and what that makes known of the peer.
package enum LinkRole: Hashable, Sendable {
  /// We dialled `address`; `expected` is whom we meant to reach, if we know.
  case dialled(PeerAddress, expected: NodeID?)
  case accepted

  package var side: LinkSide {
    switch self {
    case .dialled: .dialler
    case .accepted: .listener
    }
  }

  package var dialledAddress: PeerAddress? {
    switch self {
    case .dialled(let address, _): address
    case .accepted: nil
    }
  }
}
