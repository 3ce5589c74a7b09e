package import World

/// One line of a message's trace: what happened to it, when, and what shows it.
package struct DeliveryStep: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Stored in the outbox.
    case queued
    /// A connection to the peer was asked for.
    case dialling
    /// The connection failed; `evidence` says how.
    case unreachable
    /// Written to the peer's proven link.
    case sent
    /// Other nodes signed that they hold it for the peer; `evidence` says which and how long.
    case relayed
    /// Handed to a node that does not hold it, to be passed on; `evidence` says to which. Nobody signs for that.
    case forwarded
    /// Handed to nodes that copy it among each other and sign for nothing; `evidence` says how long.
    case dropped
    /// The peer's verified receipt arrived.
    case delivered
    /// The peer's verified read receipt arrived; of a received message: the user has seen it.
    case read
    /// Its file changed its state, which `evidence` names.
    case file
    /// Given up; `evidence` is the reason.
    case failed
  }

  package let kind: Kind
  /// When it happened first, and last: repetitions of the same kind in a row share one step.
  package let firstAt: Timestamp
  package private(set) var lastAt: Timestamp
  package private(set) var times: Int
  /// Short text for people: never a secret, never the identity of somebody the user talks to.
  package private(set) var evidence: String

  package init(kind: Kind, firstAt: Timestamp, lastAt: Timestamp, times: Int, evidence: String) {
    self.kind = kind
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.times = times
    self.evidence = evidence
  }

  /// Counts one more of the same kind.
  mutating func repeated(at time: Timestamp, evidence: String) {
    lastAt = time
    times += 1
    self.evidence = evidence
  }
}
