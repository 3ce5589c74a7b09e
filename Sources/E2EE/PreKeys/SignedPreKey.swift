package import Crypto
package import World

/// A medium-lived X25519 key whose public half is signed by the identity; it stands in every bundle.
package struct SignedPreKey: Sendable {
  package let id: UInt32
  package let key: X25519.PrivateKey
  package let createdAt: Timestamp
}
