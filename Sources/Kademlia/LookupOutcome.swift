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
  /// Identities whose owners have taken their records back.
  package let withdrawn: [NodeID]
  package let requests: Int
  package let failures: Int
  /// How many questions in a row the longest useful chain took; 1 when the own table knew the nearest nodes.
  package let depth: Int
  package let duration: Duration
  /// All questions in their order, if that was asked for.
  package let trace: [LookupStep]

  /// Of a lookup that was never begun.
  package static func empty(_ target: NodeID, _ ending: Ending) -> LookupOutcome {
    LookupOutcome(
      target: target, ending: ending, closest: [], matches: [], withdrawn: [], requests: 0, failures: 0, depth: 0,
      duration: .zero, trace: [])
  }
}

/// A record that a lookup found.
package struct Match: Sendable {
  /// The newest valid copy.
  package let record: BundleRecord
  /// Its bundle.
  package let verified: VerifiedBundle
  /// Who served it; this node itself when it holds a copy.
  package let holders: [NodeID]
  /// Who served an older one.
  package let staleHolders: [NodeID]

  /// Nil for a withdrawal.
  init?(_ finding: Finding) {
    guard let verified = finding.record.verified else { return nil }
    record = finding.record
    self.verified = verified
    holders = finding.holders
    staleHolders = finding.staleHolders
  }
}
