import ControlAPI
import E2EE
import Store
import Wire

/// A store that is open, with what a node needs of it to begin.
struct OpenedStore {
  let store: NodeStore
  let shelf: FileShelf
  let identity: LocalIdentity
  let preKeys: PreKeyRing
  /// Seeds that were added at run time.
  let seeds: [PeerAddress]
  /// Whether the record of the directory has been taken back.
  let isWithdrawn: Bool

  /// Opens the store of a vault; nil when it holds no identity.
  init?(_ vault: Vault, _ master: MasterKey) throws(StoreError) {
    try self.init(try NodeStore(vault: vault, master: master, program: "sophax \(ProductVersion.current)"))
  }

  /// Reads what a node needs; nil when the store holds no identity.
  init?(_ store: NodeStore) throws(StoreError) {
    self.store = store
    do throws(FileError) { shelf = try FileShelf(vault: store.vault) } catch { throw .file(error) }
    guard var identity = try store.identity(), let preKeys = try store.preKeyRing() else { return nil }
    identity.work = try store.identityWork()
    self.identity = identity
    self.preKeys = preKeys
    seeds = try store.seeds()
    isWithdrawn = try store.isWithdrawn()
  }
}
