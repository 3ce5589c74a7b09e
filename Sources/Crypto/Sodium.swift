import CSodium

/// Starts libsodium once: it picks the fastest code for this processor and seeds its generator.
enum Sodium {
  private static let started: Bool = sodium_init() >= 0

  /// Call before the first use of any libsodium function. A machine on which it fails has no random source, so
  /// nothing secret can be made on it.
  static func start() { precondition(started, "libsodium cannot start: no random source on this machine") }
}
