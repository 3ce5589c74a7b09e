/// How often daemons are killed, what is done to their frames, and how long each step may take.
enum CrashBenchSettings {
  static let kills = 500
  /// Milliseconds between two kills: some hit a daemon that is starting, dialling or greeting, some one that talks.
  static let life = 50...1_000
  /// Microseconds between two texts of one user: the link is never idle, and the queue of 1,000 holds what waits.
  static let writingPause: UInt32 = 50_000
  /// Parts of the frames that are lost, come twice, and are overtaken.
  static let dropped = 0.05
  static let doubled = 0.1
  static let reordered = 0.1
  /// How long a daemon that was killed is dialled before its caller is told.
  static let absence = Duration.seconds(3)
  static let start = Duration.seconds(30)
  /// A dropped frame is sent again after a minute of silence.
  static let delivery = Duration.seconds(600)
}
