package import ControlAPI
import E2EE
import Reactor
import Store
import Wire
package import World

/// `sophax daemon`: opens the store, runs the node on its loop, and returns when it has stopped.
package enum DaemonMain {
  /// Runs until SIGTERM, SIGINT or `node.stop`.
  /// - Parameter onReady: called once the control socket answers.
  package static func run(
    _ configuration: NodeConfiguration, unlock: StoreUnlock, log: Logger, onReady: @escaping @Sendable () -> Void = {}
  ) async throws(RPCError) {
    let loop: EventLoop
    do throws(SystemError) {
      loop = try EventLoop()
      try loop.start()
    } catch {
      throw RPCError(.internalFailure, "the event loop cannot start: \(error)")
    }
    defer {
      loop.stop()
      loop.join()
    }
    let opened = try open(configuration, unlock)
    let (stopped, continuation) = AsyncStream<Void>.makeStream()
    let node = Node(loop: loop, configuration: configuration, log: log, opened: opened) { continuation.finish() }
    try await node.start()
    onReady()
    for await _ in stopped {}
    log.notice("stopped")
  }

  private static func open(
    _ configuration: NodeConfiguration, _ unlock: StoreUnlock
  ) throws(RPCError) -> sending OpenedStore {
    let vault: Vault
    do throws(VaultError) { vault = try .open(at: configuration.dataDirectory) } catch { throw RPCError(error) }
    let master: MasterKey
    let key = try unlock.key()
    do throws(KeyError) { master = try vault.masterKey(with: key) } catch { throw RPCError(error) }
    do throws(StoreError) {
      let store = try NodeStore(vault: vault, master: master, program: "sophax \(ProductVersion.current)")
      guard let identity = try store.identity(), let preKeys = try store.preKeyRing() else {
        throw RPCError(.storeUnusable, "the store holds no identity", hint: "restore it from a copy")
      }
      return OpenedStore(store: store, identity: identity, preKeys: preKeys, seeds: try store.seeds())
    } catch let error as StoreError {
      throw RPCError(error)
    } catch let error as RPCError {
      throw error
    }
  }
}
