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
    return [UInt8](unsafeUninitializedCapacity: plaintext.count + overhead) { box, count in
      guard let start = box.baseAddress else { return }
      start.update(from: nonce, count: nonceCount)
      key.withUnsafePointer {
        _ = crypto_aead_chacha20poly1305_ietf_encrypt(
          start + nonceCount, nil, plaintext, UInt64(plaintext.count), data, UInt64(data.count), nil, nonce, $0)
      }
      count = plaintext.count + overhead
    }
  }

  /// Opens what `seal` made, or fails without saying why.
  package static func open(
    _ box: [UInt8], key: SecretBytes, authenticating data: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    Sodium.start()
    guard key.count == keyCount else { throw .wrongLength(expected: keyCount, actual: key.count) }
    guard box.count >= overhead else { throw .authenticationFailure }
    var status: Int32 = -1
    let plaintext = [UInt8](unsafeUninitializedCapacity: box.count - overhead) { target, count in
      box.withUnsafeBufferPointer { box in
        guard let start = box.baseAddress else { return }
        status = key.withUnsafePointer {
          crypto_aead_chacha20poly1305_ietf_decrypt(
            target.baseAddress, nil, nil, start + nonceCount, UInt64(box.count - nonceCount), data,
            UInt64(data.count), start, $0)
        }
      }
      if status == 0 { count = box.count - overhead }
    }
    guard status == 0 else { throw .authenticationFailure }
    return plaintext
  }
}
