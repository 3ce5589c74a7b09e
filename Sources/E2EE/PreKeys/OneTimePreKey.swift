package import Crypto
package import Wire
package import World

/// An X25519 key for one session. It is shown to one peer and deleted once that peer's first message has opened.
package struct OneTimePreKey: Sendable {
  /// Whom the key was shown to.
  package struct Reservation: Hashable, Sendable {
    package let peer: NodeID
    package let isContact: Bool
    package var since: Timestamp
  }

  package let id: UInt32
  package let key: X25519.PrivateKey
  package var reservation: Reservation?
}
