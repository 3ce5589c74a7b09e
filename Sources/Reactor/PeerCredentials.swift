import CLinux

/// Who is at the other end of a Unix socket, as the kernel vouches for it.
package struct PeerCredentials: Hashable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32

  init?(of descriptor: Int32) {
    var peer = sx_credentials()
    guard sx_peer_credentials(descriptor, &peer) == 0 else { return nil }
    processID = peer.pid
    userID = peer.uid
    groupID = peer.gid
  }
}
