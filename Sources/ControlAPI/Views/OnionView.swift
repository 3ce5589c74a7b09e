package import World

/// How far the onion service is.
package enum OnionPhase: String, Codable, Sendable, CaseIterable {
  /// tor does not serve it.
  case down
  /// tor serves it; no directory has confirmed the descriptor yet.
  case publishing
  /// At least one directory has taken the descriptor: others can connect.
  case published
}

/// The node's own onion service.
package struct OnionView: Codable, Sendable, Hashable {
  package var state: OnionPhase
  /// When this state began.
  package var since: Timestamp
  package var problem: String?
  /// Whether it can be reached from outside, as far as the last looks tell; absent before the first.
  package var reachable: Bool?
  /// When this node last tried to reach it from outside, and when somebody last did.
  package var lastProbe: Timestamp?
  package var lastReached: Timestamp?
  /// Probes that have failed since.
  package var failedProbes: Int
  /// What has been done last against it, in words; absent while nothing is wrong.
  package var healing: String?

  package init(
    state: OnionPhase, since: Timestamp, problem: String? = nil, reachable: Bool? = nil,
    lastProbe: Timestamp? = nil, lastReached: Timestamp? = nil, failedProbes: Int = 0, healing: String? = nil
  ) {
    self.state = state
    self.since = since
    self.problem = problem
    self.reachable = reachable
    self.lastProbe = lastProbe
    self.lastReached = lastReached
    self.failedProbes = failedProbes
    self.healing = healing
  }
}
