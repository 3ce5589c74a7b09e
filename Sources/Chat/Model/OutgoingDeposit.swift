package import Wire
package import World

/// What a holder is asked to keep for a peer.
package struct OutgoingDeposit: Hashable, Sendable {
  /// What is inside: for this node to know, and for nobody else.
  package enum Content: Hashable, Sendable {
    case message(MessageID)
    /// The receipt for a message of the peer's.
    case receipt(MessageID)
  }

  package let content: Content
  /// A random name.
  package let id: String
  /// Random bytes; the holder gets their hash.
  package let token: [UInt8]
  package let sealed: SealedMessage
  package let expiresAt: Timestamp
}
