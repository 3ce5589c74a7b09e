/// HKDF with SHA-256 (RFC 5869). libsodium 1.0.18 lacks it; it is a few lines over its HMAC.
package enum HKDFSHA256 {
  /// `count` bytes of key material; at most 8,160 (255 blocks, RFC 5869 §2.3). An empty salt equals 32 zero bytes.
  package static func derive(inputKey: SecretBytes, salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
    precondition(count <= 255 * 32, "HKDF yields at most 8160 bytes")
    let pseudoRandomKey = HMACSHA256.derive(inputKey.exposed, key: SecretBytes(copying: salt))
    return SecretBytes(count: count) { output in
      var block: [UInt8] = []
      var written = 0
      var index: UInt8 = 1
      while written < count {
        block = HMACSHA256.authenticate([block, info, [index]], key: pseudoRandomKey)
        let used = min(32, count - written)
        (output + written).update(from: block, count: used)
        written += used
        index &+= 1
      }
      _ = SecretBytes(consuming: &block)
    }
  }
}
