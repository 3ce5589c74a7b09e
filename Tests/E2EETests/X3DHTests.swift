import Bytes
import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct X3DHTests {
  @Test(.enabled(if: Vectors.has("app/x3dh.json")))
  func bothSidesDeriveTheSecretsOfTheVectors() throws {
    for item in try Vectors.json("app/x3dh.json").array("cases") {
      let name = try item.string("name")
      let (alice, bob) = (item["alice"], item["bob"])
      let pq = item["pqSharedSecret"].isNull ? nil : try item.secret("pqSharedSecret")
      let bundle = try Payload.decode(PreKeyBundle.self, from: item.text("bundleJSON"))
      let ephemeral = try item.privateKey("ephemeralPrivate")
      let usesOneTimeKey = !item["usedOneTimePreKeyId"].isNull

      let initiator = try X3DH.initiatorSecret(
        identity: alice.privateKey("dhPrivate"), ephemeral: ephemeral,
        peerIdentity: bundle.dhIdentityKeyPublic.bytes, signedPreKey: bundle.signedPreKeyPublic.bytes,
        oneTimePreKey: usesOneTimeKey ? bundle.oneTimePreKeyPublic?.bytes : nil, pqSharedSecret: pq)
      #expect(initiator.exposed == (try item.hex("sharedSecret")), "\(name)")

      var oneTime: X25519.PrivateKey?
      if usesOneTimeKey {
        let used = try item.int("usedOneTimePreKeyId")
        let key = try #require(try bob.array("oneTimePreKeys").first { try $0.int("id") == used })
        oneTime = try key.privateKey("private")
      }
      let responder = try X3DH.responderSecret(
        identity: bob.privateKey("dhPrivate"), signedPreKey: bob["signedPreKey"].privateKey("private"),
        oneTimePreKey: oneTime, peerIdentity: alice.hex("dhPublic"), peerEphemeral: ephemeral.publicKey,
        pqSharedSecret: pq)
      #expect(responder == initiator)
      #expect(RatchetKeys.initiatorHeaderKey(responder).exposed == (try item.hex("headerKeyAlice")))
      #expect(RatchetKeys.responderHeaderKey(responder).exposed == (try item.hex("headerKeyBob")))
    }
  }

  @Test(.enabled(if: Vectors.has("app/x3dh.json")))
  func refusesEphemeralKeysOfLowOrderOrWrongLength() throws {
    let bad = try Vectors.json("app/x3dh.json")["badEphemeralKeys"]
    let identity = try bad["bob"].privateKey("dhPrivate")
    let signed = try bad["bob"]["signedPreKey"].privateKey("private")
    for item in try bad.array("cases") {
      let name = try item.string("name")
      #expect(throws: CryptoError.self, "\(name)") {
        try X3DH.responderSecret(
          identity: identity, signedPreKey: signed, oneTimePreKey: nil, peerIdentity: bad["alice"].hex("dhPublic"),
          peerEphemeral: item.hex("ephemeralPublic"))
      }
    }
  }

  // The values of our own protocol notes: keys of counting bytes.
  private func key(_ first: UInt8) throws -> X25519.PrivateKey {
    try X25519.PrivateKey(rawBytes: SecretBytes(copying: (0..<32).map { first + $0 }))
  }

  @Test(arguments: [
    (false, false, "fb9693e369d1b5a0242a475f89179118dd4f1a9701fe190ebfb35e3d761b82e2"),
    (true, false, "098243d7b4904e91f1a0134a21318aee1bae0f633acbd3494fca2bf7ab385fbe"),
    (true, true, "5fea2cb29454a120f2c81892fd51e680c38ee500cf1c8fbff1e45d8080bf01ce"),
  ])
  func derivesTheSecretOfCountingKeys(_ withOneTimeKey: Bool, _ withPQ: Bool, _ expected: String) throws {
    let oneTime = withOneTimeKey ? try key(0xC0) : nil
    let secret = try X3DH.initiatorSecret(
      identity: key(0x20), ephemeral: key(0x80), peerIdentity: key(0x60).publicKey,
      signedPreKey: key(0xA0).publicKey, oneTimePreKey: oneTime?.publicKey,
      pqSharedSecret: withPQ ? SecretBytes(copying: repeatElement(0xE0, count: 32)) : nil)
    #expect(Hex.encode(secret.exposed) == expected)
  }
}
