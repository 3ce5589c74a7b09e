package import Wire

/// Whom a bundle is made for.
package enum BundleAudience: Hashable, Sendable {
  /// Everybody: the DHT, a file, a hello to somebody unknown, our own initiations. No one-time prekey: the first
  /// reader would use it up for all others.
  case directory
  /// One peer on a link; a one-time prekey is reserved for it, if one is left for its kind.
  case hello(NodeID, isContact: Bool)
}
