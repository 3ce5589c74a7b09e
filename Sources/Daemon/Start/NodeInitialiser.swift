import Bytes
package import ControlAPI
import Crypto
import E2EE
import Reactor
import Store
import Wire
import World

/// `sophax init`: makes an identity and the encrypted store that holds it.
package enum NodeInitialiser {
  /// Makes both in the data directory of the configuration.
  /// - Parameter username: what the node calls itself to others.
  package static func initialise(
    _ configuration: NodeConfiguration, unlock: StoreUnlock, username: String?
  ) throws(RPCError) -> IdentityView {
    guard let name = Username.normalized(username ?? "Anonymous"), Printable.escape(name) == name else {
      throw RPCError(
        .badInput,
        "a name has 1 to \(WireLimits.usernameCharacters) characters, is not blank and holds no control characters")
    }
    var chance = SystemRandom()
    let identity = LocalIdentity.generate(username: name, using: &chance)
    try makeStore(configuration, unlock) { (store) throws(StoreError) in
      try store.saveIdentity(identity)
      try store.savePreKeyRing(.generate(at: EventLoop.wallClock, using: &chance))
      try store.commitTurn()
    }
    return IdentityView(identity, port: configuration.listenPort)
  }

  /// The keyslot is written last: a directory without one is no node, and `init` can be repeated.
  private static func makeStore(
    _ configuration: NodeConfiguration, _ unlock: StoreUnlock, _ fill: (NodeStore) throws(StoreError) -> Void
  ) throws(RPCError) {
    let vault: Vault
    do throws(VaultError) { vault = try .create(at: configuration.dataDirectory) } catch { throw RPCError(error) }
    let key = try unlock.keyForNewStore()
    let master = MasterKey.random()
    do throws(StoreError) {
      try fill(try NodeStore(vault: vault, master: master, program: "sophax \(ProductVersion.current)"))
    } catch {
      throw RPCError(error)
    }
    do throws(KeyError) { try vault.keep(master, for: key) } catch { throw RPCError(error) }
  }
}
