package import ControlAPI

/// What the command line can do without a daemon. The executable supplies it, since only it sees both sides.
package protocol LocalActions: Sendable {
  /// Makes an identity and the store that holds it; fails if there is one.
  func initialise(_ request: InitialiseRequest) async throws(RPCError) -> IdentityView

  /// Throws when there is no node that could be run now, before anybody is asked for its passphrase.
  func requireFree(_ configuration: NodeConfiguration) async throws(RPCError)

  /// Runs the daemon until it is told to stop; `onReady` is called once the control socket answers.
  func runDaemon(_ request: DaemonRequest, onReady: @escaping @Sendable () -> Void) async throws(RPCError)

  /// Looks at everything that the start of the daemon would: data directory, key, store, tor, socket.
  /// - Parameter key: what would open the store; nil when a person would be asked for it.
  func diagnose(_ configuration: NodeConfiguration, key: Result<StoreKey?, RPCError>) async -> [Finding]

  /// Starts a private Tor network in a directory; `report` hears each stage when it is reached, with the time so far.
  func startTestnet(
    _ request: TestnetRequest, report: @escaping @Sendable (_ stage: String, _ elapsed: Duration) -> Void
  ) async throws(RPCError) -> [TestnetNodeView]

  /// What runs of the private Tor network in a directory.
  func testnet(in directory: String) async throws(RPCError) -> [TestnetNodeView]

  /// Stops the private Tor network in a directory.
  func stopTestnet(in directory: String) async throws(RPCError)
}
