/// One change in what is known of tor, from the control session or from the shell that runs it.
package enum TorNews: Sendable, Equatable {
  case link(TorState.Link)
  case version(TorVersion)
  case bootstrap(BootstrapPhase)
  case circuit(Bool)
  case network(isLive: Bool)
  case socks([SOCKSEndpoint])
  case onion(OnionState, hasProofOfWork: Bool)
  /// What probing the onion from outside found.
  case reachable(Bool)
}
