extension PreKeyBundle: JSONReadable {
  init(plain scanner: inout JSONScanner) throws(WireError) {
    var fields = Fields()
    try scanner.plainObject { (key, scanner) throws(WireError) in try fields.read(key, from: &scanner) }
    self = try fields.bundle()
  }

  /// The members that were read.
  private struct Fields {
    private var signingKey: Base64Data?
    private var dhKey: Base64Data?
    private var signedPreKey: Base64Data?
    private var signedPreKeySignature: Base64Data?
    private var signedPreKeyId: UInt32?
    private var oneTimePreKey: Base64Data?
    private var oneTimePreKeyId: UInt32?
    private var username: String?
    private var timestamp: WireDate?
    private var address: String?
    private var avatar: Base64Data?
    private var mlsKeyPackage: Base64Data?
    private var pqPreKey: Base64Data?
    private var pqPreKeyId: UInt32?
    private var mldsaKey: Base64Data?
    private var mldsaSignature: Base64Data?
    private var fingerprint: Base64Data?
    private var bundleSignature: Base64Data?
    private var work: UInt32?
    private var withdrawn: Bool?

    /// Reads the value of a key; false for a key that a bundle does not have.
    mutating func read(_ key: JSONScanner.Key, from scanner: inout JSONScanner) throws(WireError) -> Bool {
      switch key {
      case "signingKeyPublic": try JSONScanner.set(&signingKey, scanner.plainBase64())
      case "dhIdentityKeyPublic": try JSONScanner.set(&dhKey, scanner.plainBase64())
      case "signedPreKeyPublic": try JSONScanner.set(&signedPreKey, scanner.plainBase64())
      case "signedPreKeySignature": try JSONScanner.set(&signedPreKeySignature, scanner.plainBase64())
      case "signedPreKeyId": try JSONScanner.set(&signedPreKeyId, scanner.plainInteger())
      case "oneTimePreKeyPublic": try JSONScanner.set(&oneTimePreKey, scanner.plainBase64())
      case "oneTimePreKeyId": try JSONScanner.set(&oneTimePreKeyId, scanner.plainInteger())
      case "username": try JSONScanner.set(&username, scanner.plainText())
      case "timestamp": try JSONScanner.set(&timestamp, scanner.plainDate())
      case "tcpAddress": try JSONScanner.set(&address, scanner.plainText())
      case "avatarData": try JSONScanner.set(&avatar, scanner.plainBase64())
      case "mlsKeyPackage": try JSONScanner.set(&mlsKeyPackage, scanner.plainBase64())
      case "pqPreKeyPublic": try JSONScanner.set(&pqPreKey, scanner.plainBase64())
      case "pqPreKeyId": try JSONScanner.set(&pqPreKeyId, scanner.plainInteger())
      case "mldsaPublicKey": try JSONScanner.set(&mldsaKey, scanner.plainBase64())
      case "mldsaSPKSignature": try JSONScanner.set(&mldsaSignature, scanner.plainBase64())
      case "tlsCertFingerprint": try JSONScanner.set(&fingerprint, scanner.plainBase64())
      case "bundleSignature": try JSONScanner.set(&bundleSignature, scanner.plainBase64())
      case "identityWork": try JSONScanner.set(&work, scanner.plainInteger())
      case "withdrawn": try JSONScanner.set(&withdrawn, scanner.plainBool())
      default: false
      }
    }

    func bundle() throws(WireError) -> PreKeyBundle {
      guard let signingKey, let dhKey, let signedPreKey, let signedPreKeySignature, let signedPreKeyId,
        let username, let timestamp
      else { throw .malformed("PreKeyBundle lacks a key") }
      return PreKeyBundle(
        signingKeyPublic: signingKey, dhIdentityKeyPublic: dhKey, signedPreKeyPublic: signedPreKey,
        signedPreKeySignature: signedPreKeySignature, signedPreKeyId: signedPreKeyId,
        oneTimePreKeyPublic: oneTimePreKey, oneTimePreKeyId: oneTimePreKeyId, username: username,
        timestamp: timestamp, tcpAddress: address, avatarData: avatar, mlsKeyPackage: mlsKeyPackage,
        pqPreKeyPublic: pqPreKey, pqPreKeyId: pqPreKeyId, mldsaPublicKey: mldsaKey,
        mldsaSPKSignature: mldsaSignature, tlsCertFingerprint: fingerprint, bundleSignature: bundleSignature,
        identityWork: work, withdrawn: withdrawn)
    }
  }
}
