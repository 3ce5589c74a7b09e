package import Wire

/// What a lookup found.
package struct LookupOutcome: Sendable {
  package enum Ending: String, Hashable, Sendable {
    /// The k nearest nodes, or all there are, have answered.
    case complete
    /// Enough nodes hold the same newest record.
    case agreed
    /// Time ran out; the result is what was found by then.
    case timedOut = "timed-out"
    case cancelled
    /// This node knows nobody.
    case alone
    /// Too many lookups run already.
    case busy
  }

  package let target: NodeID
  package let ending: Ending
  /// The up to k nearest nodes that answered, nearest first.
  package let closest: [Contact]
  /// Each distinct identity that was found, ascending; empty for a lookup of nodes.
  package let matches: [Match]
  package let requests: Int
  package let failures: Int
  /// How many questions in a row the longest useful chain took; 1 when the own table knew the nearest nodes.
  package let depth: Int
  package let duration: Duration
}

/// A record that a lookup found.
package struct Match: Sendable {
  /// The newest valid copy.
  package let record: BundleRecord
  /// Who served it; this node itself when it holds a copy.
  package internal(set) var holders: [NodeID]
  /// Who served an older one.
  package internal(set) var staleHolders: [NodeID]
}
