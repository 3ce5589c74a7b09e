package import Wire
package import World

/// How the publication of the own bundle went, by the holders' own words.
package struct PublishReport: Hashable, Sendable {
  package let startedAt: Timestamp
  /// Whether it took the record back.
  package let isWithdrawal: Bool
  /// Holders that were given the bundle.
  package internal(set) var asked = 0
  /// Those that keep it.
  package internal(set) var holders: [NodeID] = []
  /// Those that hold a newer one: another process publishes the same identity, or a clock is wrong.
  package internal(set) var newer = 0
  /// Other refusals, by reason.
  package internal(set) var refused: [String: Int] = [:]
  /// Those that did not answer.
  package internal(set) var unanswered = 0
  /// Whether nothing more will come; an earlier report says that enough have accepted.
  package internal(set) var isFinal = false

  package var accepted: Int { holders.count }
}
