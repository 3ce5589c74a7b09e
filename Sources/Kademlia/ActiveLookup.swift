import World

/// A lookup with its reason, its findings and its times.
struct ActiveLookup: Sendable {
  enum Purpose: Hashable, Sendable {
    /// A use case waits for the outcome.
    case asked
    /// Of the own identifier: to join, and to know the neighbourhood.
    case neighbourhood
    /// Of an identifier in one bucket.
    case refresh
    /// Before storing the own bundle.
    case publication
  }

  var walk: Lookup
  let purpose: Purpose
  /// For a value lookup.
  var values: ValueCollector?
  let startedAt: Instant
  /// Since when only late nodes are missing.
  var settledAt: Instant?

  var hasSomething: Bool { values.map { !$0.found.isEmpty } ?? !walk.closest.isEmpty }
}
