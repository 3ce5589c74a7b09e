import World

/// An inbound peer that could not be dialled back while its link stays: its onion may not be known everywhere yet.
struct ProbeRetry: Sendable {
  /// Failures in a row.
  var failures = 0
  /// When it is dialled back again; nil while that is under way.
  var due: Instant?
}
