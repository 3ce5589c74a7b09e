import TestWorld
import TorProtocol
import TorTestNetwork

/// A private Tor network in a temporary directory; both are gone with their last owner.
final class BenchTor {
  let directory: TemporaryDirectory
  let network: TestNetwork

  init(clients: Int) throws {
    directory = try TemporaryDirectory()
    network = try TestNetwork.up(in: directory.file("tor"), TestNetworkPlan(clients: clients))
  }

  deinit { network.down() }

  /// Which circuit carries a tor's stream to a host and port; nil when it has no such stream.
  func circuit(of client: TestNode, to host: String, _ port: UInt16) throws -> String? {
    // One line a stream: its number, its state, its circuit, its target.
    let streams = try network.control(client).info("stream-status") ?? ""
    for line in streams.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      if words.count >= 4, words[1] == "SUCCEEDED", words[3] == "\(host):\(port)" { return words[2] }
    }
    return nil
  }
}
