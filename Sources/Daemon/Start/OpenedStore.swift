import ControlAPI
import E2EE
import Store
import Wire

/// A store that is open, with what a node needs of it to begin.
struct OpenedStore {
  let store: NodeStore
  let identity: LocalIdentity
  let preKeys: PreKeyRing
  /// Seeds that were added at run time.
  let seeds: [PeerAddress]
}
