/// The public keys of a node, from which anybody can begin a session with it: what hellos carry and the DHT
/// stores. Nothing in it is believed before `verified(at:purpose:)`.
package struct PreKeyBundle: Codable, Hashable, Sendable {
  /// Ed25519 identity key, 32 bytes.
  package var signingKeyPublic: Base64Data
  /// X25519 identity key, 32 bytes.
  package var dhIdentityKeyPublic: Base64Data
  /// X25519, 32 bytes.
  package var signedPreKeyPublic: Base64Data
  /// Ed25519 over the signed prekey, 64 bytes; see `SignedPreKeyForm`.
  package var signedPreKeySignature: Base64Data
  package var signedPreKeyId: UInt32
  /// X25519, 32 bytes; never in the DHT, where one key would go to everybody.
  package var oneTimePreKeyPublic: Base64Data?
  package var oneTimePreKeyId: UInt32?
  /// At most 64 characters.
  package var username: String
  /// When this bundle was made.
  package var timestamp: WireDate
  /// `host:port`.
  package var tcpAddress: String?
  /// JPEG, at most 8 KB.
  package var avatarData: Base64Data?
  package var mlsKeyPackage: Base64Data?
  /// ML-KEM-768, 1184 bytes.
  package var pqPreKeyPublic: Base64Data?
  package var pqPreKeyId: UInt32?
  /// ML-DSA-65, 1952 bytes: another build’s second signature, carried and not used here.
  package var mldsaPublicKey: Base64Data?
  package var mldsaSPKSignature: Base64Data?
  /// SHA-256 of a certificate, 32 bytes: of a build that spoke TLS.
  package var tlsCertFingerprint: Base64Data?
  /// Our extension: Ed25519 over `BundleSignature.signingBytes`, 64 bytes.
  package var bundleSignature: Base64Data?
  /// Our extension: a proof of work on the identity, see `IdentityWork`.
  package var identityWork: UInt32?
  /// Our extension: the owner takes its record back; see `VerifiedWithdrawal`.
  package var withdrawn: Bool?

  package init(
    signingKeyPublic: Base64Data, dhIdentityKeyPublic: Base64Data, signedPreKeyPublic: Base64Data,
    signedPreKeySignature: Base64Data, signedPreKeyId: UInt32, oneTimePreKeyPublic: Base64Data? = nil,
    oneTimePreKeyId: UInt32? = nil, username: String, timestamp: WireDate, tcpAddress: String? = nil,
    avatarData: Base64Data? = nil, mlsKeyPackage: Base64Data? = nil, pqPreKeyPublic: Base64Data? = nil,
    pqPreKeyId: UInt32? = nil, mldsaPublicKey: Base64Data? = nil, mldsaSPKSignature: Base64Data? = nil,
    tlsCertFingerprint: Base64Data? = nil, bundleSignature: Base64Data? = nil,
    identityWork: UInt32? = nil, withdrawn: Bool? = nil
  ) {
    self.signingKeyPublic = signingKeyPublic
    self.dhIdentityKeyPublic = dhIdentityKeyPublic
    self.signedPreKeyPublic = signedPreKeyPublic
    self.signedPreKeySignature = signedPreKeySignature
    self.signedPreKeyId = signedPreKeyId
    self.oneTimePreKeyPublic = oneTimePreKeyPublic
    self.oneTimePreKeyId = oneTimePreKeyId
    self.username = username
    self.timestamp = timestamp
    self.tcpAddress = tcpAddress
    self.avatarData = avatarData
    self.mlsKeyPackage = mlsKeyPackage
    self.pqPreKeyPublic = pqPreKeyPublic
    self.pqPreKeyId = pqPreKeyId
    self.mldsaPublicKey = mldsaPublicKey
    self.mldsaSPKSignature = mldsaSPKSignature
    self.tlsCertFingerprint = tlsCertFingerprint
    self.bundleSignature = bundleSignature
    self.identityWork = identityWork
    self.withdrawn = withdrawn
  }
}
