import ControlAPI
import Daemon
import Glibc
import Wire
import World

/// `sophax-bench node FOLDER PORT [SEED]`: one daemon on ports of this machine, in a process of its own: for the
/// comparison with dhtnode, which starts it. It is the daemon in all but its dialler and its listener, which leave tor
/// out.
enum LoopbackDaemon {
  static func run(_ arguments: [String]) async -> Int32 {
    let ports = arguments.dropFirst().map { UInt16($0) }
    guard let folder = arguments.first, let port = ports.first ?? nil, ports.count <= 2, !ports.contains(nil) else {
      return 2
    }
    let configuration = NodeConfiguration(
      dataDirectory: folder + "/data", controlSocket: folder + "/control", listenPort: port,
      seeds: ports.dropFirst().compactMap { $0.map(PeerAddress.loopback) },
      // The other has no such work either.
      work: NodeConfiguration.Work(bits: 0), keyFile: folder + "/key")
    let unlock = StoreUnlock.keyFile(folder + "/key")
    do {
      _ = try NodeInitialiser.initialise(configuration, unlock: unlock, username: "bench")
      try await DaemonMain.run(configuration, unlock: unlock, log: .silent, network: .loopback)
      return 0
    } catch {
      let words = Array("\(error)\n".utf8)
      _ = write(2, words, words.count)
      return 1
    }
  }
}
