/// How the two sides of a session came to share a secret.
package enum Handshake: UInt8, Sendable {
  /// X25519 alone: one of them shows or takes no ML-KEM prekey.
  case classical = 0
  /// X25519 and ML-KEM-768: who breaks one of them has not broken the session.
  case postQuantum = 1
}
