/// How much is measured, and how long each step may take before it counts as failed.
enum OpenDHTSettings {
  /// Nodes of each kind.
  static let nodes = 30
  /// Bytes of a value of dhtnode. A record of this node is what its daemon publishes, with an ML-KEM key.
  static let valueBytes = 1_000
  /// Puts and gets, one at a time, that each node makes.
  static let rounds = 3
  /// Times that all nodes put at once. With the rounds and the first publication a record changes as often as its
  /// holders let one identity change it without a pause.
  static let bursts = 4
  /// Values that each dhtnode puts for the measure of its memory.
  static let stored = 100
  /// Nodes that each must know before anything is measured: as many as keep a value, here and there.
  static let known = 20
  static let theirKnown = 8

  static let start = Duration.seconds(60)
  static let entry = Duration.seconds(300)
  static let answer = Duration.seconds(60)
  static let stop = Duration.seconds(10)
}
