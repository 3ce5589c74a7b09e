extension PreKeyBundle: JSONWritable {
  var jsonCapacity: Int { 4096 }

  /// The keys in their order, as Foundation's encoder sorts them.
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("avatarData", avatarData)
      $0.member("bundleSignature", bundleSignature)
      $0.member("dhIdentityKeyPublic", dhIdentityKeyPublic)
      $0.member("identityWork", identityWork)
      $0.member("mldsaPublicKey", mldsaPublicKey)
      $0.member("mldsaSPKSignature", mldsaSPKSignature)
      $0.member("mlsKeyPackage", mlsKeyPackage)
      $0.member("oneTimePreKeyId", oneTimePreKeyId)
      $0.member("oneTimePreKeyPublic", oneTimePreKeyPublic)
      $0.member("pqPreKeyId", pqPreKeyId)
      $0.member("pqPreKeyPublic", pqPreKeyPublic)
      $0.member("signedPreKeyId", signedPreKeyId)
      $0.member("signedPreKeyPublic", signedPreKeyPublic)
      $0.member("signedPreKeySignature", signedPreKeySignature)
      $0.member("signingKeyPublic", signingKeyPublic)
      $0.member("tcpAddress", tcpAddress)
      $0.member("timestamp", timestamp.secondsSinceReference)
      $0.member("tlsCertFingerprint", tlsCertFingerprint)
      $0.member("username", username)
      $0.member("withdrawn", withdrawn)
    }
  }
}
