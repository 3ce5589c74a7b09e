import CSodium

/// HMAC-SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// The 32-byte tag of `message`.
  package static func authenticate(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
    authenticate([message], key: key)
  }

  /// The 32-byte tag of `message` as a secret, for key derivation.
  package static func derive(_ message: [UInt8], key: SecretBytes) -> SecretBytes {
    SecretBytes(count: 32) { write([message], key: key, to: $0) }
  }

  static func authenticate(_ parts: [[UInt8]], key: SecretBytes) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: 32)
    write(parts, key: key, to: &tag)
    return tag
  }

  private static func write(_ parts: [[UInt8]], key: SecretBytes, to tag: UnsafeMutablePointer<UInt8>) {
    Sodium.start()
    var state = crypto_auth_hmacsha256_state()
    defer { withUnsafeMutableBytes(of: &state) { wipe($0) } }
    key.withUnsafePointer { _ = crypto_auth_hmacsha256_init(&state, $0, key.count) }
    for part in parts { crypto_auth_hmacsha256_update(&state, part, UInt64(part.count)) }
    crypto_auth_hmacsha256_final(&state, tag)
  }
}
