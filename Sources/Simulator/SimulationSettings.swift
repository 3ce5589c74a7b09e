package import Kademlia

/// What a simulated network is like.
package struct SimulationSettings: Sendable {
  /// Round trip on a link that is up: onion to onion through six relays, as simulated Tor networks show it.
  package var roundTrip = Delay(median: 0.7, spread: 0.25)
  /// Descriptor, introduction, rendezvous and hello: seconds, with a tail of half a minute.
  package var dial = Delay(median: 4, spread: 0.8)
  /// How long tor takes to say that an onion cannot be reached.
  package var dialFailure = Delay(median: 12, spread: 0.5)
  /// Links that a node keeps: 256 that it dialled and 256 that it accepted, as the daemon does. Beyond it the idlest
  /// eighth is closed.
  package var links = 512
  /// Fraction of questions that are lost, and the same of answers.
  package var loss = 0.0
  /// Fraction of nodes that are dead from the start, although tables hold them.
  package var deadNodes = 0.0
  /// Whether dialling a dead node ends with an error, or never ends.
  package var deadNodesRefuse = true
  /// How nodes come and go; nil when all stay.
  package var sessions: Sessions?
  /// How nodes begin.
  package var beginning = Beginning.settled
  package var kademlia = KademliaSettings()

  package enum Beginning: Sendable {
    /// With the tables that a network has after a while: all of the near buckets, k at random of the others.
    case settled
    /// Knowing nothing but the address of the first nodes, so many of them; nodes start `interval` apart.
    case joining(seeds: Int, interval: Duration)
  }

  package init() {}

  /// Tor on a bad day: one message in a hundred is lost, and some round trips and dials take many times as long.
  package static var rough: SimulationSettings {
    var settings = SimulationSettings()
    settings.roundTrip.stalls = 0.02
    settings.dial.stalls = 0.05
    settings.dialFailure.stalls = 0.05
    settings.loss = 0.01
    return settings
  }
}
