/// What is known of who is at the other end of a link.
package enum LinkProof: Hashable, Sendable {
  /// It holds the signing key of its hello, here and now.
  case proven
  /// Its hello is signed and fresh, but the peer lacks the challenge extension: the hello may be a replay.
  case unproven
}
