/// What carries a node's connections.
package enum NodeNetwork: Sendable {
  /// Tor: others reach the node at its onion, and it reaches them at theirs.
  case tor
  /// Ports of this machine, between processes that somebody trusts: for benchmarks, which are to measure the node and not
  /// tor. The node listens at `port`; others dial the configured one, so that a benchmark can stand between. No setting
  /// of the daemon leads here.
  case loopback(port: UInt16)
}
