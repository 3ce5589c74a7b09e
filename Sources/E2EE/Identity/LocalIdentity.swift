package import Crypto
package import Wire
package import World

/// This node's identity: an Ed25519 key that signs and is the onion address, an independent X25519 key for
/// sessions, and the name that the owner gave it.
package struct LocalIdentity: Sendable {
  package let signingKey: Ed25519.PrivateKey
  package let dhKey: X25519.PrivateKey
  package let nodeID: NodeID
  /// The onion address of the signing key.
  package let onion: OnionAddress
  /// 1 to 64 characters; see `Username`.
  package var username: String
  /// The proof of work on this identity (`IdentityWork`), once there is one. Kept by whoever keeps the identity.
  package var work: UInt32?

  package init(signingKey: Ed25519.PrivateKey, dhKey: X25519.PrivateKey, username: String) {
    guard let onion = OnionAddress(signingKey: signingKey.publicKey) else {
      preconditionFailure("an Ed25519 public key has 32 bytes")
    }
    self.signingKey = signingKey
    self.dhKey = dhKey
    self.username = username
    self.onion = onion
    nodeID = NodeID(signingKey: signingKey.publicKey, dhKey: dhKey.publicKey)
  }

  /// A new identity; both keys are independent.
  package static func generate(
    username: String, using chance: inout some RandomNumberGenerator
  ) -> LocalIdentity {
    let signingKey = Ed25519.PrivateKey.generate(using: &chance)
    return LocalIdentity(signingKey: signingKey, dhKey: .generate(using: &chance), username: username)
  }

  /// The first 32 hexadecimal digits of the node ID.
  package var peerID: String { nodeID.peerID }

  /// The public keys.
  package var keys: IdentityKeys {
    guard let keys = IdentityKeys(signingKey: signingKey.publicKey, dhKey: dhKey.publicKey) else {
      preconditionFailure("public keys have 32 bytes")
    }
    return keys
  }

  /// What the owner reads out and every contact sees for this identity.
  package var safetyNumber: SafetyNumber {
    SafetyNumber(signingKey: signingKey.publicKey, dhKey: dhKey.publicKey)
  }

  /// The signed envelope of a payload's JSON, dated with the whole second of `now`. `name` begins the node ID: 32
  /// digits unless said otherwise.
  package func sign(
    type: MessageType, payload: [UInt8], at now: Timestamp, as name: String? = nil
  ) -> WireMessage {
    let timestamp = WireDate(now)
    let senderID = name ?? peerID
    let signed = WireMessage.signingBytes(type: type, payload: payload, senderID: senderID, timestamp: timestamp)
    return WireMessage(
      type: type, payload: payload, senderID: senderID, timestamp: timestamp,
      signature: signingKey.signature(for: signed))
  }

  /// What takes this identity's record in the DHT back, signed.
  package func withdrawal(at now: Timestamp) -> PreKeyBundle {
    var bundle = PreKeyBundle.withdrawal(of: keys, at: now)
    bundle.bundleSignature = Base64Data(signingKey.signature(for: BundleSignature.signingBytes(bundle)))
    return bundle
  }
}

// MARK: - At rest

extension LocalIdentity {
  private static let version: UInt8 = 1

  /// The private keys and the name, for the store to seal.
  package func encoded() -> SecretBytes {
    let name = Array(username.utf8)
    var writer = SecretWriter(capacity: 1 + 64 + 4 + name.count)
    writer.append(LocalIdentity.version)
    writer.append(signingKey.seed)
    writer.append(dhKey.rawBytes)
    writer.appendLengthPrefixed(name)
    return writer.finish()
  }

  /// Reads what `encoded()` wrote.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    try reader.version(LocalIdentity.version)
    let seed = try reader.secret(Ed25519.seedCount)
    let dhKey = try reader.privateKey()
    let name = try reader.lengthPrefixed(limit: WireLimits.usernameBytes).exposed
    try reader.finish()
    guard let username = String(validating: name, as: UTF8.self) else { throw .impossible("username") }
    guard let signingKey = try? Ed25519.PrivateKey(seed: seed) else { throw .impossible("signing key") }
    self.init(signingKey: signingKey, dhKey: dhKey, username: username)
  }
}
