import Bytes
import Crypto
import TestWorld
import Testing

/// The Wycheproof suites (github.com/C2SP/wycheproof): "valid" must hold, "invalid" must be refused, "acceptable"
/// may be either, and where it is accepted the result must be right.
@Suite struct WycheproofTests {
  private static func has(_ name: String) -> Bool { Vectors.has("wycheproof/\(name).json") }

  /// Calls `body` with each group and each of its tests.
  private func each(_ name: String, _ body: (JSONValue, JSONValue) throws -> Void) throws {
    let file = try Vectors.json("wycheproof/\(name).json")
    var count = 0
    for group in try file.array("testGroups") {
      for test in try group.array("tests") {
        try body(group, test)
        count += 1
      }
    }
    #expect(count == (try file.int("numberOfTests")))
  }

  private func name(_ test: JSONValue) throws -> String { "tcId \(try test.int("tcId"))" }

  @Test(.enabled(if: has("x25519_test"))) func x25519() throws {
    try each("x25519_test") { _, test in
      let name = try name(test)
      let key = try X25519.PrivateKey(rawBytes: SecretBytes(copying: test.hex("private")))
      let secret = try? key.sharedSecret(with: test.hex("public"))
      let expected = try test.hex("shared")
      let isZero = expected.allSatisfy { $0 == 0 }
      switch try test.string("result") {
      case "valid": #expect(secret?.exposed == expected, "\(name)")
      case "acceptable": #expect(isZero ? secret == nil : secret?.exposed == expected, "\(name)")
      default: #expect(secret == nil, "\(name)")
      }
    }
  }

  @Test(.enabled(if: has("ed25519_test"))) func ed25519() throws {
    try each("ed25519_test") { group, test in
      let name = try name(test)
      let isValid = Ed25519.isValid(
        try test.hex("sig"), for: try test.hex("msg"), publicKey: try group["publicKey"].hex("pk"))
      #expect(isValid == (try test.string("result") == "valid"), "\(name)")
    }
  }

  @Test(.enabled(if: has("chacha20_poly1305_test"))) func chaCha20Poly1305() throws {
    try each("chacha20_poly1305_test") { _, test in
      let nonce = try test.hex("iv")
      let box = nonce + (try test.hex("ct")) + (try test.hex("tag"))
      let key = SecretBytes(copying: try test.hex("key"))
      let (message, data) = (try test.hex("msg"), try test.hex("aad"))
      // A nonce of another length cannot be told from the ciphertext in our form.
      guard nonce.count == ChaCha20Poly1305.nonceCount else { return }
      let name = try name(test)
      let opened = try? ChaCha20Poly1305.open(box, key: key, authenticating: data)
      guard try test.string("result") == "valid" else {
        #expect(opened == nil, "\(name)")
        return
      }
      #expect(opened == message, "\(name)")
      #expect(ChaCha20Poly1305.seal(message, key: key, nonce: nonce, authenticating: data) == box, "\(name)")
    }
  }

  @Test(.enabled(if: has("aes_gcm_test"))) func aes256GCM() throws {
    try each("aes_gcm_test") { group, test in
      guard try group.int("keySize") == 256, try group.int("ivSize") == 96 else { return }
      let nonce = try test.hex("iv")
      let box = nonce + (try test.hex("ct")) + (try test.hex("tag"))
      let key = SecretBytes(copying: try test.hex("key"))
      let (message, data) = (try test.hex("msg"), try test.hex("aad"))
      let name = try name(test)
      let opened = try? AES256GCM.open(box, key: key, authenticating: data)
      guard try test.string("result") == "valid" else {
        #expect(opened == nil, "\(name)")
        return
      }
      #expect(opened == message, "\(name)")
      #expect(AES256GCM.seal(message, key: key, nonce: nonce, authenticating: data) == box, "\(name)")
    }
  }

  @Test(.enabled(if: has("hkdf_sha256_test"))) func hkdfSHA256() throws {
    try each("hkdf_sha256_test") { _, test in
      let count = try test.int("size")
      // Longer output than RFC 5869 allows is a bug of the caller's here.
      guard count <= 255 * 32 else {
        #expect(try test.string("result") == "invalid")
        return
      }
      let name = try name(test)
      let key = HKDFSHA256.derive(
        inputKey: SecretBytes(copying: try test.hex("ikm")), salt: try test.hex("salt"), info: try test.hex("info"),
        count: count)
      #expect(key.exposed == (try test.hex("okm")), "\(name)")
    }
  }

  @Test(.enabled(if: has("hmac_sha256_test"))) func hmacSHA256() throws {
    try each("hmac_sha256_test") { group, test in
      let name = try name(test)
      let tag = HMACSHA256.authenticate(try test.hex("msg"), key: SecretBytes(copying: try test.hex("key")))
      let expected = try test.hex("tag")
      let matches = Array(tag.prefix(try group.int("tagSize") / 8)) == expected
      #expect(matches == (try test.string("result") == "valid"), "\(name)")
    }
  }
}
