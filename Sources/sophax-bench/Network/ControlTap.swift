/// Stands between a daemon and its tor's control port: the daemon's onion gets two more ports, to an echo and to a sink, and
/// the daemon is told the SOCKS tap's port for tor's own.
enum ControlTap {
  /// The port of the onion that echoes.
  static let echoPort: UInt16 = 7

  /// The port of the onion that swallows.
  static let sinkPort: UInt16 = 9

  static func start(
    controlPort: UInt16, socksTap: UInt16, echo: UInt16, sink: UInt16
  ) throws(BenchFailure) -> Acceptor {
    try Acceptor { client in
      guard let server = try? Socket(connectingTo: controlPort) else { return }
      let commands = LineChanger { line in
        line.hasPrefix("ADD_ONION ")
          ? line + " Port=\(echoPort),127.0.0.1:\(echo) Port=\(sinkPort),127.0.0.1:\(sink)" : line
      }
      let key = "net/listeners/socks="
      let replies = LineChanger { line in
        guard line.dropFirst(4).hasPrefix(key) else { return line }
        return line.prefix(4) + key + "\"127.0.0.1:\(socksTap)\""
      }
      Relay.run(client, server, up: commands.push, down: replies.push)
    }
  }
}
