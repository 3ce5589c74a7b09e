package import Wire
package import World

/// What reading the own record back has shown.
package struct AuditReport: Hashable, Sendable {
  package let at: Timestamp
  /// Those that should hold the record: the nearest that answered.
  package let asked: Int
  /// Who served the record as it was last published.
  package let replicas: [NodeID]
  /// How many served an older one; they are given the newest.
  package let stale: Int
  /// How many of those that should hold it did not serve it; they are given it again.
  package let missing: Int
  /// Whether a newer record of this identity is about: another process publishes it, or this node's clock went back.
  package let isNewerElsewhere: Bool
}
