import Crypto
import TestWorld
import Testing

/// ML-KEM-768 against NIST's ACVP vectors and the Wycheproof suites.
@Suite struct MLKEMVectorTests {
  private static func has(_ name: String) -> Bool { Vectors.has(name + ".json") }

  private func secret(_ value: JSONValue, _ name: String) throws -> SecretBytes {
    SecretBytes(copying: try value.hex(name))
  }

  private func equal<Value: Equatable>(_ value: Value?, _ expected: Value, _ name: Comment) {
    #expect(value == expected, name)
  }

  // MARK: ACVP

  /// Calls `body` with group, prompt and expected result of each test of a group whose `key` is `value`.
  private func each(
    _ name: String, where key: String, is value: String, _ body: (JSONValue, JSONValue, JSONValue) throws -> Void
  ) throws {
    let prompts = try Vectors.json("acvp/ML-KEM-768-\(name)-prompt.json").array("testGroups")
    let results = try Vectors.json("acvp/ML-KEM-768-\(name)-expectedResults.json").array("testGroups")
    var expected: [Int: JSONValue] = [:]
    for test in try results.flatMap({ try $0.array("tests") }) { expected[try test.int("tcId")] = test }
    var count = 0
    for group in prompts where try group.string(key) == value {
      for test in try group.array("tests") {
        try body(group, test, try #require(expected[try test.int("tcId")]))
        count += 1
      }
    }
    #expect(count >= 10)
  }

  @Test(.enabled(if: has("acvp/ML-KEM-768-keyGen-prompt"))) func acvpKeyGeneration() throws {
    try each("keyGen", where: "parameterSet", is: "ML-KEM-768") { _, test, expected in
      let key = try MLKEM768.DecapsulationKey(seed: .joined([secret(test, "d"), secret(test, "z")]))
      #expect(try key.encapsulationKey.rawBytes == expected.hex("ek"))
      #expect(try key.rawBytes == secret(expected, "dk"))
    }
  }

  @Test(.enabled(if: has("acvp/ML-KEM-768-encapDecap-prompt"))) func acvpEncapsulation() throws {
    try each("encapDecap", where: "function", is: "encapsulation") { _, test, expected in
      let key = try MLKEM768.EncapsulationKey(rawBytes: test.hex("ek"))
      let sent = key.encapsulate(message: try secret(test, "m"))
      #expect(try sent.ciphertext == expected.hex("c"))
      #expect(try sent.sharedSecret == secret(expected, "k"))
    }
  }

  @Test(.enabled(if: has("acvp/ML-KEM-768-encapDecap-prompt"))) func acvpDecapsulation() throws {
    try each("encapDecap", where: "function", is: "decapsulation") { group, test, expected in
      let key = try MLKEM768.DecapsulationKey(rawBytes: secret(group, "dk"))
      #expect(try key.decapsulate(test.hex("c")) == secret(expected, "k"))
    }
  }

  // MARK: Wycheproof

  private func each(wycheproof name: String, _ body: (JSONValue, Bool, Comment) throws -> Void) throws {
    for group in try Vectors.json("wycheproof/\(name).json").array("testGroups") {
      for test in try group.array("tests") {
        try body(test, try test.string("result") == "valid", "tcId \(try test.int("tcId"))")
      }
    }
  }

  @Test(.enabled(if: has("wycheproof/mlkem_768_keygen_seed_test"))) func wycheproofKeyGeneration() throws {
    try each(wycheproof: "mlkem_768_keygen_seed_test") { test, isValid, name in
      let key = try? MLKEM768.DecapsulationKey(seed: secret(test, "seed"))
      #expect((key != nil) == isValid, name)
      try equal(key?.encapsulationKey.rawBytes, test.hex("ek"), name)
      try equal(key?.rawBytes, secret(test, "dk"), name)
    }
  }

  @Test(.enabled(if: has("wycheproof/mlkem_768_encaps_test"))) func wycheproofEncapsulation() throws {
    try each(wycheproof: "mlkem_768_encaps_test") { test, isValid, name in
      let key = try? MLKEM768.EncapsulationKey(rawBytes: test.hex("ek"))
      let sent = key?.encapsulate(message: try secret(test, "m"))
      #expect((sent != nil) == isValid, name)
      guard isValid else { return }
      try equal(sent?.ciphertext, test.hex("c"), name)
      try equal(sent?.sharedSecret, secret(test, "K"), name)
    }
  }

  @Test(.enabled(if: has("wycheproof/mlkem_768_test"))) func wycheproofDecapsulation() throws {
    try each(wycheproof: "mlkem_768_test") { test, isValid, name in
      let key = try? MLKEM768.DecapsulationKey(seed: secret(test, "seed"))
      let received = try? key?.decapsulate(test.hex("c"))
      #expect((received != nil) == isValid, name)
      guard isValid else { return }
      try equal(key?.encapsulationKey.rawBytes, test.hex("ek"), name)
      try equal(received, secret(test, "K"), name)
    }
  }

  @Test(.enabled(if: has("wycheproof/mlkem_768_semi_expanded_decaps_test"))) func wycheproofExpandedKeys() throws {
    try each(wycheproof: "mlkem_768_semi_expanded_decaps_test") { test, isValid, name in
      let key = try? MLKEM768.DecapsulationKey(rawBytes: secret(test, "dk"))
      let received = try? key?.decapsulate(test.hex("c"))
      #expect((received != nil) == isValid, name)
      guard isValid else { return }
      try equal(received, secret(test, "K"), name)
    }
  }
}
