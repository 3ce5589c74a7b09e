import Wire

/// One question of a lookup, for those who want to see how it went.
package struct LookupStep: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case pending
    /// Late: its place was given to another.
    case late
    /// How many nodes and bundles it named.
    case answered(nodes: Int, bundles: Int)
    case failed(RequestFailure)
  }

  package let contact: Contact
  /// How many bits it shares with the target.
  package let sharedBits: Int
  /// Which of the disjoint paths asks it, counted from 1.
  package let path: Int
  /// How many questions lead to it on that path: 1 when the own table named it.
  package let hop: Int
  /// Since the lookup began.
  package let askedAfter: Duration
  package internal(set) var endedAfter: Duration?
  package internal(set) var result: Result
}
