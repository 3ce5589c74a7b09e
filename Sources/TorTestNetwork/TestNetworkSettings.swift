/// Bounds of the private network: how long each stage may take before it counts as failed, with room for a machine
/// that is several times slower than the one where a start takes 6 s.
enum TestNetworkSettings {
  /// From spawning a tor to its control port answering; measured 12 ms.
  static let controlPort = Duration.seconds(20)
  /// One control command; tor answers within milliseconds unless the machine is starved or the process is stopped.
  static let command = Duration.seconds(20)
  /// All relays registered at the authority; measured 1 s.
  static let registration = Duration.seconds(60)
  /// The first consensus with all relays; measured 2 to 4 s.
  static let consensus = Duration.seconds(60)
  /// One try of a relay to fetch consensus and microdescriptors before it is told to ask again.
  static let relayFetch = Duration.seconds(1)
  /// How often a relay is told to ask again.
  static let relayFetchTries = 30
  /// One try of a client to bootstrap before it is told to ask again; more than a try takes on a starved machine.
  static let clientFetch = Duration.seconds(10)
  /// Bootstrap of a client after the relays are ready; measured under 1 s each, and over 90 s on two cores that twenty
  /// other processes wanted.
  static let bootstrap = Duration.seconds(240)
  /// How long a client may take of that before it is started afresh, and how often.
  static let bootstrapTry = Duration.seconds(60)
  static let bootstrapTries = 2
  /// From SIGTERM to SIGKILL.
  static let termination = Duration.seconds(5)
  /// Pause between two looks at something that is awaited.
  static let poll = Duration.milliseconds(20)
  /// A cell on every link this often: a crash is then noticed in about that time.
  static let pumpPeriod = Duration.milliseconds(250)
  /// A command of the pump; a stopped process shall not hold up the others.
  static let pumpCommand = Duration.milliseconds(300)
  /// How long the pump leaves a node alone that did not answer.
  static let pumpBackOff = Duration.seconds(2)
  /// The pump process ends when no node has lived for this long.
  static let pumpLinger = Duration.seconds(5)
  /// Ports are taken from here up to the machine's ephemeral range: a port inside that range may be somebody's
  /// source port by the time tor binds it.
  static let lowestPort = 10_000
}
