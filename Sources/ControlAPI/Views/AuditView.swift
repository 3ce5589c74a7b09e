package import World

/// What reading the own record back over other paths has shown.
package struct AuditView: Codable, Sendable, Hashable {
  package var at: Timestamp
  /// How many nodes should hold it.
  package var asked: Int
  /// How many served it as it was last published.
  package var replicas: Int
  /// How many served an older one; they are given the newest.
  package var stale: Int
  /// How many of those that should hold it did not serve it; they are given it again.
  package var missing: Int
  /// Whether a newer record of this identity is about.
  package var newerElsewhere: Bool

  package init(at: Timestamp, asked: Int, replicas: Int, stale: Int, missing: Int, newerElsewhere: Bool) {
    self.at = at
    self.asked = asked
    self.replicas = replicas
    self.stale = stale
    self.missing = missing
    self.newerElsewhere = newerElsewhere
  }
}
