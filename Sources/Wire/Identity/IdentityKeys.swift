import Crypto

/// The two public keys of an identity, of the right lengths, and the node ID that follows from them.
package struct IdentityKeys: Hashable, Sendable {
  /// Ed25519, 32 bytes: signs messages and prekeys; the onion address is derived from it.
  package let signingKey: [UInt8]
  /// X25519, 32 bytes: takes part in X3DH and opens sealed messages.
  package let dhKey: [UInt8]
  package let nodeID: NodeID

  /// Nil unless both keys have 32 bytes.
  package init?(signingKey: [UInt8], dhKey: [UInt8]) {
    guard signingKey.count == Ed25519.publicKeyCount, dhKey.count == X25519.keyCount else { return nil }
    self.signingKey = signingKey
    self.dhKey = dhKey
    nodeID = NodeID(signingKey: signingKey, dhKey: dhKey)
  }

  /// The v3 onion service of this identity.
  package var onion: OnionAddress {
    guard let onion = OnionAddress(signingKey: signingKey) else {
      preconditionFailure("the signing key has 32 bytes")
    }
    return onion
  }

  /// Whether `senderID` names this identity: 16, 32 or 64 digits that begin its node ID.
  package func isNamed(by senderID: String) -> Bool {
    switch senderID.utf8.count {
    case 16, 32, 64: nodeID.begins(with: senderID)
    default: false
    }
  }
}
