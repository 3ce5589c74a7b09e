import CSodium

/// ChaCha20-Poly1305 (RFC 8439) in the combined form of the wire: nonce(12) ‖ ciphertext ‖ tag(16).
package enum ChaCha20Poly1305 {
  package static let keyCount = 32
  package static let nonceCount = 12
  package static let tagCount = 16
  /// How much longer a box is than its plaintext.
  package static let overhead = nonceCount + tagCount

  /// Seals `plaintext`. A nonce must never repeat under one key; key and nonce must have their lengths.
  package static func seal(
    _ plaintext: [UInt8], key: SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
  ) -> [UInt8] {
    Sodium.start()
    precondition(key.count == keyCount && nonce.count == nonceCount, "wrong key or nonce length")
    var sealed = [UInt8](repeating: 0, count: plaintext.count + tagCount)
    key.withUnsafePointer {
      _ = crypto_aead_chacha20poly1305_ietf_encrypt(
        &sealed, nil, plaintext, UInt64(plaintext.count), data, UInt64(data.count), nil, nonce, $0)
    }
    return nonce + sealed
  }

  /// Opens what `seal` made, or fails without saying why.
  package static func open(
    _ box: [UInt8], key: SecretBytes, authenticating data: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    Sodium.start()
    guard key.count == keyCount else { throw .wrongLength(expected: keyCount, actual: key.count) }
    guard box.count >= overhead else { throw .authenticationFailure }
    var plaintext = [UInt8](repeating: 0, count: box.count - overhead)
    let sealed = Array(box[nonceCount...])
    let status = key.withUnsafePointer {
      crypto_aead_chacha20poly1305_ietf_decrypt(
        &plaintext, nil, nil, sealed, UInt64(sealed.count), data, UInt64(data.count), box, $0)
    }
    guard status == 0 else { throw .authenticationFailure }
    return plaintext
  }
}
