/// `directory.peers`: the routing table.
package enum DirectoryPeers: ControlMethod {
  package static let method = Method.directoryPeers

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    package var peers: [DirectoryPeerView]

    package init(peers: [DirectoryPeerView]) {
      self.peers = peers
    }
  }
}
