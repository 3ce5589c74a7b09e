import Bytes
import Crypto
import Testing

/// Published answers for each primitive, one or two apiece; the large third-party sets have their own suites.
@Suite struct KnownAnswerTests {
  private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

  @Test func digests() throws {
    let abc = Array("abc".utf8)
    #expect(
      try SHA256.hash(abc) == bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(Hex.encode(SHA512.hash(abc)).hasPrefix("ddaf35a193617abacc417349ae204131"))
    #expect(
      try SHA3_256.hash(abc) == bytes("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"))
    #expect(SHA256.hash([97], [98], [99]) == SHA256.hash(abc))
  }

  /// RFC 5869, test cases 1 and 3.
  @Test func hkdf() throws {
    let key = SecretBytes(copying: [UInt8](repeating: 0x0b, count: 22))
    #expect(
      try HKDFSHA256.derive(
        inputKey: key, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42
      ).exposed
        == bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    #expect(
      try HKDFSHA256.derive(inputKey: key, salt: [], info: [], count: 42).exposed
        == bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 4096]) func boxesOpenOnlyUnchanged(count: Int) throws {
    let key = SecretBytes.random(32)
    let plaintext = [UInt8](repeating: 7, count: count)
    let nonce = [UInt8](repeating: 1, count: 12)
    let chacha = ChaCha20Poly1305.seal(plaintext, key: key, nonce: nonce, authenticating: [1])
    let aes = AES256GCM.seal(plaintext, key: key, nonce: nonce, authenticating: [1])
    #expect(try ChaCha20Poly1305.open(chacha, key: key, authenticating: [1]) == plaintext)
    #expect(try AES256GCM.open(aes, key: key, authenticating: [1]) == plaintext)
    for at in stride(from: 0, to: chacha.count, by: max(1, chacha.count / 40)) {
      var (bad, worse) = (chacha, aes)
      bad[at] ^= 1
      worse[at] ^= 1
      #expect(throws: CryptoError.authenticationFailure) {
        try ChaCha20Poly1305.open(bad, key: key, authenticating: [1])
      }
      #expect(throws: CryptoError.authenticationFailure) {
        try AES256GCM.open(worse, key: key, authenticating: [1])
      }
    }
    #expect(throws: CryptoError.authenticationFailure) { try AES256GCM.open(aes, key: key, authenticating: [2]) }
    #expect(throws: CryptoError.authenticationFailure) {
      try ChaCha20Poly1305.open(Array(chacha.prefix(27)), key: key, authenticating: [1])
    }
  }

  /// A seed of 00…1f and the expanded key that tor computes from it.
  @Test func torExpandedKey() throws {
    let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: (0..<32).map(UInt8.init)))
    #expect(
      try key.expanded.exposed
        == bytes(
          "3894eea49c580aef816935762be049559d6d1440dede12e6a125f1841fff8e6f"
            + "a9d71862a3e5746b571be3d187b0041046f52ebd850c7cbd5fde8ee38473b649"))
  }

  @Test func agreementRefusesLowOrder() throws {
    let key = try X25519.PrivateKey(rawBytes: .random(32))
    #expect(throws: CryptoError.lowOrderPublicKey) { try key.sharedSecret(with: [UInt8](repeating: 0, count: 32)) }
    #expect(throws: CryptoError.wrongLength(expected: 32, actual: 31)) {
      try key.sharedSecret(with: [UInt8](repeating: 9, count: 31))
    }
  }

  @Test func passwordHashHasACeiling() throws {
    let passphrase = SecretBytes(copying: [1])
    let salt = [UInt8](repeating: 0, count: 16)
    #expect(throws: CryptoError.passwordHashRefused) {
      try Argon2id.derive(passphrase: passphrase, salt: salt, cost: .init(passes: 1, kibibytes: .max), count: 32)
    }
    #expect(try Argon2id.derive(passphrase: passphrase, salt: salt, cost: .minimal, count: 32).count == 32)
  }
}
