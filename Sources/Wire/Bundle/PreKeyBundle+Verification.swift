import Crypto
package import World

extension PreKeyBundle {
  /// The identity that the bundle claims to be of; nil unless both keys have 32 bytes.
  package var identityKeys: IdentityKeys? {
    IdentityKeys(signingKey: signingKeyPublic.bytes, dhKey: dhIdentityKeyPublic.bytes)
  }

  /// The name without white space at its ends.
  package var trimmedUsername: String {
    let scalars = username.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Checks lengths, sizes, age and signatures, the cheap ones first. A verified bundle from the own store is checked
  /// again with purpose `stored`.
  /// - Parameter proven: signatures that need not be checked again, and where those that hold are noted.
  package func verified(
    at now: Timestamp, purpose: BundlePurpose, proven: ProvenSignatures? = nil
  ) throws(BundleRefusal) -> VerifiedBundle {
    guard let keys = identityKeys, hasRightLengths else { throw .wrongLength }
    guard !isWithdrawal else { throw .withdrawn }
    try checkTexts()
    try checkAge(at: now, for: purpose)
    if purpose == .dht {
      guard oneTimePreKeyPublic == nil, oneTimePreKeyId == nil else { throw .oneTimePreKeyInRecord }
      guard bundleSignature != nil else { throw .notFullySigned }
    }
    let signed = BundleSignature.signingBytes(self)
    guard signed.count <= WireLimits.maximumBundle else { throw .tooLarge }
    try checkBundleSignature(over: signed, proven)
    guard let form = signedPreKeyForm(proven) else { throw .badSignedPreKey }
    return VerifiedBundle(self, keys: keys, form: form, isFullySigned: bundleSignature != nil)
  }

  /// Throws when there is a signature over the whole and it does not hold.
  func checkBundleSignature(over signed: [UInt8], _ proven: ProvenSignatures?) throws(BundleRefusal) {
    guard let signature = bundleSignature else { return }
    guard isSigned(signature, signed, proven) else { throw .badBundleSignature }
  }

  /// Whether the signing key made a signature over some bytes.
  private func isSigned(_ signature: Base64Data, _ signed: [UInt8], _ proven: ProvenSignatures?) -> Bool {
    let key = signingKeyPublic.bytes
    return proven?.isValid(signature.bytes, for: signed, publicKey: key)
      ?? Ed25519.isValid(signature.bytes, for: signed, publicKey: key)
  }

  var hasRightLengths: Bool {
    signedPreKeyPublic.bytes.count == X25519.keyCount
      && signedPreKeySignature.bytes.count == Ed25519.signatureCount
      && PreKeyBundle.has(oneTimePreKeyPublic, X25519.keyCount)
      && PreKeyBundle.has(pqPreKeyPublic, 1184)  // FIPS 203, table 3
      && PreKeyBundle.has(mldsaPublicKey, 1952)  // FIPS 204, table 2
      && PreKeyBundle.has(mldsaSPKSignature, 3309)
      && (mldsaPublicKey == nil) == (mldsaSPKSignature == nil)
      && PreKeyBundle.has(tlsCertFingerprint, 32)
      && PreKeyBundle.has(bundleSignature, Ed25519.signatureCount)
  }

  private static func has(_ field: Base64Data?, _ count: Int) -> Bool {
    field.map { $0.bytes.count == count } ?? true
  }

  private func checkTexts() throws(BundleRefusal) {
    guard username.utf8.count <= WireLimits.usernameBytes, trimmedUsername.count <= WireLimits.usernameCharacters
    else {
      throw .usernameTooLong
    }
    guard (avatarData?.bytes.count ?? 0) <= WireLimits.avatar else { throw .avatarTooLarge }
  }

  private func checkAge(at now: Timestamp, for purpose: BundlePurpose) throws(BundleRefusal) {
    let age = -timestamp.seconds(after: now)
    let (oldest, skew): (Double, Double)
    switch purpose {
    case .hello: (oldest, skew) = (WireLimits.bundleAge, WireLimits.bundleAge)
    case .held: (oldest, skew) = (WireLimits.bundleAge - WireLimits.heldPast, WireLimits.bundleAge)
    case .x3dh, .dht: (oldest, skew) = (WireLimits.bundleAge, WireLimits.clockSkew)
    case .stored: return
    }
    guard age < oldest else { throw .stale }
    guard age > -skew else { throw .fromTheFuture }
  }

  /// Which form of the signature over the signed prekey holds. A bundle with our extension has our form, so that is
  /// tried first: each trial costs a verification.
  private func signedPreKeyForm(_ proven: ProvenSignatures?) -> SignedPreKeyForm? {
    let forms: [SignedPreKeyForm] =
      bundleSignature == nil ? [.keyAndTime, .time, .bare] : [.bare, .keyAndTime, .time]
    return forms.first { isSigned(signedPreKeySignature, $0.signedBytes(of: self), proven) }
  }
}
