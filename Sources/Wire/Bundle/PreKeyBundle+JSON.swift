extension PreKeyBundle: JSONWritable {
  var jsonCapacity: Int { 4096 }

  /// The keys in their order, as Foundation's encoder sorts them.
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.optional("avatarData", avatarData)
      $0.optional("bundleSignature", bundleSignature)
      $0.optional("dhIdentityKeyPublic", dhIdentityKeyPublic)
      $0.optional("identityWork", identityWork)
      $0.optional("mldsaPublicKey", mldsaPublicKey)
      $0.optional("mldsaSPKSignature", mldsaSPKSignature)
      $0.optional("mlsKeyPackage", mlsKeyPackage)
      $0.optional("oneTimePreKeyId", oneTimePreKeyId)
      $0.optional("oneTimePreKeyPublic", oneTimePreKeyPublic)
      $0.optional("pqPreKeyId", pqPreKeyId)
      $0.optional("pqPreKeyPublic", pqPreKeyPublic)
      $0.optional("signedPreKeyId", signedPreKeyId)
      $0.optional("signedPreKeyPublic", signedPreKeyPublic)
      $0.optional("signedPreKeySignature", signedPreKeySignature)
      $0.optional("signingKeyPublic", signingKeyPublic)
      if let tcpAddress {
        $0.key("tcpAddress")
        $0.string(tcpAddress)
      }
      $0.key("timestamp")
      $0.double(timestamp.secondsSinceReference)
      $0.optional("tlsCertFingerprint", tlsCertFingerprint)
      $0.key("username")
      $0.string(username)
      if let withdrawn {
        $0.key("withdrawn")
        $0.bool(withdrawn)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func optional(_ name: StaticString, _ value: Base64Data?) {
    guard let value else { return }
    key(name)
    base64(value.bytes)
  }

  fileprivate mutating func optional(_ name: StaticString, _ value: UInt32?) {
    guard let value else { return }
    key(name)
    integer(value)
  }
}
