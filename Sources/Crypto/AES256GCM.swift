import CCrypto

/// AES-256-GCM (SP 800-38D) in the combined form: nonce(12) ‖ ciphertext ‖ tag(16). libcrypto, since libsodium's
/// needs AES instructions that not every machine has.
package enum AES256GCM {
  package static let keyCount = 32
  package static let nonceCount = 12
  package static let tagCount = 16
  /// How much longer a box is than its plaintext.
  package static let overhead = nonceCount + tagCount

  /// Seals `plaintext` (at most 2 GiB). A nonce must never repeat under one key; both must have their lengths.
  package static func seal(
    _ plaintext: [UInt8], key: SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
  ) -> [UInt8] {
    precondition(key.count == keyCount && nonce.count == nonceCount, "wrong key or nonce length")
    let context = Context(key: key, nonce: nonce, encrypting: true)
    context.authenticate(data)
    var box = nonce
    box += context.update(plaintext[...])
    precondition(context.finish(), "libcrypto failed to seal")
    box += context.tag()
    return box
  }

  /// Opens what `seal` made, or fails without saying why.
  package static func open(
    _ box: [UInt8], key: SecretBytes, authenticating data: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keyCount else { throw .wrongLength(expected: keyCount, actual: key.count) }
    guard box.count >= overhead else { throw .authenticationFailure }
    let context = Context(key: key, nonce: Array(box[..<nonceCount]), encrypting: false)
    context.authenticate(data)
    let plaintext = context.update(box[nonceCount..<box.count - tagCount])
    context.expect(tag: Array(box.suffix(tagCount)))
    guard context.finish() else { throw .authenticationFailure }
    return plaintext
  }

  /// One libcrypto cipher operation.
  private final class Context {
    private static nonisolated(unsafe) let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
    private let context: OpaquePointer

    init(key: SecretBytes, nonce: [UInt8], encrypting: Bool) {
      guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory for a cipher state") }
      self.context = context
      let ok = key.withUnsafePointer {
        EVP_CipherInit_ex2(context, Context.cipher, $0, nonce, encrypting ? 1 : 0, nil)
      }
      precondition(ok == 1, "libcrypto lacks AES-256-GCM")
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    func authenticate(_ data: [UInt8]) {
      var written: Int32 = 0
      if !data.isEmpty { _ = EVP_CipherUpdate(context, nil, &written, data, Int32(data.count)) }
    }

    func update(_ input: ArraySlice<UInt8>) -> [UInt8] {
      guard !input.isEmpty else { return [] }
      var output = [UInt8](repeating: 0, count: input.count)
      var written: Int32 = 0
      input.withUnsafeBufferPointer {
        _ = EVP_CipherUpdate(context, &output, &written, $0.baseAddress, Int32($0.count))
      }
      return output
    }

    func finish() -> Bool {
      var nothing = [UInt8](repeating: 0, count: 16)
      var written: Int32 = 0
      return EVP_CipherFinal_ex(context, &nothing, &written) == 1
    }

    func tag() -> [UInt8] {
      var tag = [UInt8](repeating: 0, count: tagCount)
      _ = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag)
      return tag
    }

    func expect(tag: [UInt8]) {
      var tag = tag
      _ = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag)
    }
  }
}
