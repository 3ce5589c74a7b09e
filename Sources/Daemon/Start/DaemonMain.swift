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
    _ configuration: NodeConfiguration, unlock: StoreUnlock, log: Logger, network: NodeNetwork = .tor,
    onReady: @escaping @Sendable () -> Void = {}
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
    log.notice("opening the store")
    let end = await withCheckedContinuation { (continuation: CheckedContinuation<RPCError?, Never>) in
      loop.enter {
        run(configuration, unlock, log, network, on: loop, onReady) { continuation.resume(returning: $0) }
      }
    }
    if let end { throw end }
    log.notice("stopped")
  }

  /// Throws when there is no node that could be run now: none in the data directory, or one that another process has.
  package static func requireFree(_ configuration: NodeConfiguration) throws(RPCError) {
    do throws(VaultError) { _ = try Vault.open(at: configuration.dataDirectory) } catch { throw RPCError(error) }
  }

  /// On the loop: opens the store and makes the node, which lives there until it has stopped.
  private static func run(
    _ configuration: NodeConfiguration, _ unlock: StoreUnlock, _ log: Logger, _ network: NodeNetwork,
    on loop: EventLoop, _ onReady: () -> Void, _ onEnd: @escaping (RPCError?) -> Void
  ) {
    do throws(RPCError) {
      let opened = try open(configuration, unlock)
      let node = Node(loop: loop, configuration: configuration, log: log, opened: opened, network: network) {
        onEnd(nil)
      }
      try node.start()
      onReady()
    } catch {
      onEnd(error)
    }
  }

  private static func open(
    _ configuration: NodeConfiguration, _ unlock: StoreUnlock
  ) throws(RPCError) -> OpenedStore {
    let vault: Vault
    do throws(VaultError) { vault = try .open(at: configuration.dataDirectory) } catch { throw RPCError(error) }
    let master: MasterKey
    let key = try unlock.key()
    do throws(KeyError) { master = try vault.masterKey(with: key) } catch { throw RPCError(error, from: unlock) }
    let opened: OpenedStore?
    do throws(StoreError) { opened = try OpenedStore(vault, master) } catch { throw RPCError(error) }
    guard let opened else {
      throw noIdentity(vault)
    }
    return opened
  }

  static func noIdentity(_ vault: Vault) -> RPCError {
    RPCError(.storeUnusable, "\(vault.databasePath) holds no identity", hint: "restore it from a copy")
  }
}
