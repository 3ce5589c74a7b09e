package import World

/// How a seed answered last.
package enum SeedState: String, Codable, Sendable, CaseIterable { case untried, dialling, reached, failed }

/// A node that helps to enter the directory.
package struct SeedView: Codable, Sendable, Hashable {
  /// `host.onion:port`.
  package var address: String
  package var state: SeedState
  package var lastTried: Timestamp?
  package var problem: String?
  /// Named in the configuration, so `directory.seeds.remove` cannot remove it.
  package var fromConfiguration: Bool

  package init(
    address: String, state: SeedState, lastTried: Timestamp? = nil, problem: String? = nil,
    fromConfiguration: Bool
  ) {
    self.address = address
    self.state = state
    self.lastTried = lastTried
    self.problem = problem
    self.fromConfiguration = fromConfiguration
  }
}
