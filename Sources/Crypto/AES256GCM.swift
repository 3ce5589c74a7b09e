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
    Cipher(key: key).seal(plaintext, nonce: nonce, authenticating: data)
  }

  /// Opens what `seal` made, or fails without saying why.
  package static func open(
    _ box: [UInt8], key: SecretBytes, authenticating data: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keyCount else { throw .wrongLength(expected: keyCount, actual: key.count) }
    return try Cipher(key: key).open(box, authenticating: data)
  }

  /// Seals and opens under one key, which is expanded once: that costs more than a short box. For one thread at a
  /// time; the expanded key is zeroed when the last reference goes.
  package final class Cipher {
    private static nonisolated(unsafe) let algorithm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
    private let context: OpaquePointer

    /// The key must have its length.
    package init(key: SecretBytes) {
      precondition(key.count == keyCount, "wrong key length")
      guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory for a cipher state") }
      self.context = context
      let ok = key.withUnsafePointer { EVP_CipherInit_ex2(context, Cipher.algorithm, $0, nil, 1, nil) }
      precondition(ok == 1, "libcrypto lacks AES-256-GCM")
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Seals `plaintext` (at most 2 GiB). A nonce must never repeat, and must have its length.
    package func seal(_ plaintext: [UInt8], nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8] {
      precondition(nonce.count == nonceCount, "wrong nonce length")
      return [UInt8](unsafeUninitializedCapacity: plaintext.count + overhead) { box, count in
        _ = box.update(fromContentsOf: nonce)
        begin(nonce, authenticating: data, encrypting: true)
        plaintext.withUnsafeBufferPointer { pass($0, to: box.baseAddress.map { $0 + nonceCount }) }
        precondition(finish(), "libcrypto failed to seal")
        let tag = box.baseAddress.map { $0 + nonceCount + plaintext.count }
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), tag)
        count = plaintext.count + overhead
      }
    }

    /// Opens what `seal` made, or fails without saying why.
    package func open(_ box: [UInt8], authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
      guard box.count >= overhead else { throw .authenticationFailure }
      var isGenuine = false
      let plaintext = [UInt8](unsafeUninitializedCapacity: box.count - overhead) { output, count in
        count = box.count - overhead
        isGenuine = open(box, authenticating: data, to: output)
      }
      guard isGenuine else { throw .authenticationFailure }
      return plaintext
    }

    /// The same for many in a row: writes over the beginning of `memory`, which grows as it must, and returns how many
    /// bytes count. What was opened there before may stand behind them.
    package func open(
      _ box: [UInt8], into memory: inout [UInt8], authenticating data: [UInt8]
    ) throws(CryptoError) -> Int {
      guard box.count >= overhead else { throw .authenticationFailure }
      let count = box.count - overhead
      if memory.count < count { memory += Array(repeating: 0, count: count - memory.count) }
      let isGenuine = memory.withUnsafeMutableBufferPointer { open(box, authenticating: data, to: $0) }
      guard isGenuine else { throw .authenticationFailure }
      return count
    }

    /// Whether the box is genuine; only then what was written is its plaintext. The output has room for it.
    private func open(
      _ box: [UInt8], authenticating data: [UInt8], to output: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
      box.withUnsafeBufferPointer { box in
        begin(box.baseAddress, authenticating: data, encrypting: false)
        pass(UnsafeBufferPointer(rebasing: box[nonceCount..<box.count - tagCount]), to: output.baseAddress)
        // Only read, but of a type that is written elsewhere.
        let tag = UnsafeMutablePointer(mutating: box.baseAddress.map { $0 + box.count - tagCount })
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), tag)
        return finish()
      }
    }

    private func begin(_ nonce: UnsafePointer<UInt8>?, authenticating data: [UInt8], encrypting: Bool) {
      EVP_CipherInit_ex2(context, nil, nil, nonce, encrypting ? 1 : 0, nil)
      data.withUnsafeBufferPointer { pass($0, to: nil) }
    }

    /// Through the cipher; without an output what passes is only authenticated.
    private func pass(_ input: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>?) {
      var written: Int32 = 0
      if !input.isEmpty { EVP_CipherUpdate(context, output, &written, input.baseAddress, Int32(input.count)) }
    }

    private func finish() -> Bool {
      // GCM leaves nothing for the end: what is given for it is not written to.
      var nothing: UInt8 = 0
      var written: Int32 = 0
      return EVP_CipherFinal_ex(context, &nothing, &written) == 1
    }
  }
}
