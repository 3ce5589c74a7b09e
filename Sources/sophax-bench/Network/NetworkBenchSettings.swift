/// How much is measured, and how long each step may take before it counts as failed: several times what it takes on two
/// busy cores.
enum NetworkBenchSettings {
  /// Nodes of the network: one and its 5 peers.
  static let nodes = 6
  /// Cold nodes that look the target up, and how many of them run at a time.
  static let coldNodes = 20
  static let coldNodesAtATime = 4
  /// Messages and echoes that are timed, and those before that are not.
  static let messages = 200
  static let warmUp = 10
  /// Bytes of the file, and how often it goes, each time after as many raw bytes.
  static let file = 50_000_000
  static let fileRounds = 3
  /// Bytes of one piece that is handed to a daemon.
  static let filePiece = 256 << 10
  static let transfer = Duration.seconds(300)
  /// How long a resting node's processor time is watched.
  static let rest = Duration.seconds(10)

  static let initialisation = Duration.seconds(30)
  static let publication = Duration.seconds(180)
  static let entry = Duration.seconds(120)
  static let lookup = Duration.seconds(120)
  static let delivery = Duration.seconds(120)
  static let echo = Duration.seconds(30)
  static let call = Duration.seconds(30)
  static let stop = Duration.seconds(10)
}
