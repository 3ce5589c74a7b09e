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

  package init(state: OnionPhase, since: Timestamp, problem: String? = nil) {
    self.state = state
    self.since = since
    self.problem = problem
  }
}
