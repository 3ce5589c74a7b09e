/// What a private Tor network is made of.
package struct TestNetworkPlan: Sendable {
  /// Who keeps a cell moving on every link (`Pump`).
  package enum PumpHost: Sendable {
    /// A thread of this process; it ends with `down()` or with the `TestNetwork` value.
    case thread
    /// A process of its own with these arguments, the program's path first. It must run `TestNetwork.pump`.
    case process([String])
    /// Nobody: then a crashed peer may be noticed only after 120 s.
    case none
  }

  /// Tor clients: each a SOCKS port and a control port that nodes share.
  package var clients: Int
  /// Relays beside the one authority; five are enough for introduction, rendezvous and vanguards-lite.
  package var relays = 5
  /// How many relays are guards, and nothing else: else one circuit in six is guard–x–guard, which relays refuse.
  package var guards = 2
  /// A folder where relay keys are kept for the next start (saves about 1.5 s). Nil keeps them under the network.
  package var keptKeys: String?
  package var pump: PumpHost
  /// Whether tor processes end by themselves (within 15 s) when this process is gone.
  package var endsWithThisProcess: Bool

  package init(clients: Int = 2, pump: PumpHost = .thread, endsWithThisProcess: Bool = true) {
    self.clients = clients
    self.pump = pump
    self.endsWithThisProcess = endsWithThisProcess
  }
}
