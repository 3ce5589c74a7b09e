import ControlAPI
import Daemon
import Glibc
import Store
import Wire
import World

/// `sophax-bench node FOLDER PORT DOOR [SEED]`: one daemon on ports of this machine, in a process of its own, for the
/// suites that start it. It is the daemon in all but its dialler and its listener, which leave tor out. It listens at
/// PORT, and others dial DOOR. A folder that holds a node already is taken up.
enum LoopbackDaemon {
  static func run(_ arguments: [String]) async -> Int32 {
    let ports = arguments.dropFirst().compactMap { UInt16($0) }
    guard let folder = arguments.first, ports.count == arguments.count - 1, 2...3 ~= ports.count else { return 2 }
    let configuration = NodeConfiguration(
      dataDirectory: folder + "/data", controlSocket: folder + "/control", listenPort: ports[1],
      seeds: ports.dropFirst(2).map(PeerAddress.loopback),
      // The other has no such work either.
      work: NodeConfiguration.Work(bits: 0), keyFile: folder + "/key")
    let unlock = StoreUnlock.keyFile(folder + "/key")
    do {
      if access("\(configuration.dataDirectory)/\(Vault.keyslotName)", F_OK) != 0 {
        _ = try NodeInitialiser.initialise(configuration, unlock: unlock, username: "bench")
      }
      try await DaemonMain.run(configuration, unlock: unlock, log: .silent, network: .loopback(port: ports[0]))
      return 0
    } catch {
      let words = Array("\(error)\n".utf8)
      _ = write(2, words, words.count)
      return 1
    }
  }
}
