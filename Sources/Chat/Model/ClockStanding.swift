/// What other nodes say of this machine's clock.
package enum ClockStanding: Hashable, Sendable {
  /// Theirs agree with it.
  case agreed
  /// Nobody's was seen lately.
  case unknown
  /// Theirs contradict it.
  case doubted
}
