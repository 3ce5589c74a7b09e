import Crypto
package import Kademlia
package import Wire
package import World

/// A node's keys, and the real bundles that it signs with them.
package struct SimulatedIdentity: Sendable {
  private let signing: Ed25519.PrivateKey
  private let dhKey: [UInt8]
  package let contact: Contact

  package init(using rng: inout some RandomNumberGenerator) {
    signing = Ed25519.PrivateKey.generate(using: &rng)
    // Any 32 bytes are an X25519 public key, and nobody agrees on a secret here.
    dhKey = rng.bytes(X25519.keyCount)
    guard let keys = IdentityKeys(signingKey: signing.publicKey, dhKey: dhKey) else {
      preconditionFailure("both keys have 32 bytes")
    }
    contact = Contact(nodeID: keys.nodeID, address: PeerAddress(keys.onion))
  }

  /// An identity whose identifier shares `bits` bits with a key. Grinding one costs 2^bits hashes, of which a core does
  /// millions a second: the simulation just takes the identifier, and no record of such an identity is valid.
  init(sharing bits: Int, with key: NodeID, using rng: inout some RandomNumberGenerator) {
    let ordinary = SimulatedIdentity(using: &rng)
    (signing, dhKey) = (ordinary.signing, ordinary.dhKey)
    let kept = key.bytes.enumerated().map { index, byte in
      let own = UInt8(truncatingIfNeeded: 0xFF00 >> max(0, min(8, bits - 8 * index)))
      return byte & own | ordinary.nodeID.bytes[index] & ~own
    }
    contact = Contact(nodeID: NodeID(bytes: kept) ?? key, address: ordinary.contact.address)
  }

  package var nodeID: NodeID { contact.nodeID }

  /// A bundle as a node publishes it, signed as a whole.
  package func bundle(at time: Timestamp, username: String = "node") -> PreKeyBundle {
    var bundle = PreKeyBundle(
      signingKeyPublic: Base64Data(signing.publicKey), dhIdentityKeyPublic: Base64Data(dhKey),
      signedPreKeyPublic: Base64Data(dhKey), signedPreKeySignature: Base64Data(signing.signature(for: dhKey)),
      signedPreKeyId: 1, username: username, timestamp: WireDate(time), tcpAddress: contact.address.text)
    sign(&bundle)
    return bundle
  }

  /// What takes the bundle back.
  package func withdrawal(at time: Timestamp) -> PreKeyBundle {
    guard let keys = IdentityKeys(signingKey: signing.publicKey, dhKey: dhKey) else {
      preconditionFailure("both keys have 32 bytes")
    }
    var bundle = PreKeyBundle.withdrawal(of: keys, at: time)
    sign(&bundle)
    return bundle
  }

  /// Signs a bundle that was changed.
  package func sign(_ bundle: inout PreKeyBundle) {
    bundle.bundleSignature = Base64Data(signing.signature(for: BundleSignature.signingBytes(bundle)))
  }
}
