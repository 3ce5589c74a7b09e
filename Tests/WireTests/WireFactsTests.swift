import Bytes
import Crypto
import Testing
import Wire

/// Answers computed from the written protocol alone, by another implementation: they fix the signatures.
@Suite struct WireFactsTests {
  private static let date = WireDate(secondsSinceReference: 796_000_000.123456)

  private func key(from first: UInt8) throws -> Ed25519.PrivateKey {
    try Ed25519.PrivateKey(seed: SecretBytes(copying: (0..<32).map { first + UInt8($0) }))
  }

  @Test func envelopeSignature() throws {
    let alice = try key(from: 0)
    let signed = WireMessage.signingBytes(
      type: .hello, payload: Array("{}".utf8), senderID: "3619e750a2dd52ba978807b2a00df56d",
      timestamp: WireFactsTests.date)
    #expect(
      String(decoding: signed, as: UTF8.self) == "hello{}3619e750a2dd52ba978807b2a00df56d2026-03-23T23:06:40Z")
    #expect(
      Hex.encode(alice.signature(for: signed))
        == "67d4bb31f386c98fe175504b536413d5a2a78ebd40b3f40f2dfcd295474f1beb"
        + "e935d5a118e17309c7c2da60dc7f45b02e452cf77906a5fae940a47416a7d300")
  }

  @Test(arguments: [
    (
      SignedPreKeyForm.bare,
      "7b443a989f89ff23b66be6b9dc88e26dcc853e58f72d530a10a2124eb1198bc5"
        + "a16b63930847558e0e5be87a4e2fe84ea71874b9aa70d8bcb5f0d50d38f02007"
    ),
    (
      .time,
      "956846c02022f8dfec4b4de0614333f47008370a48c62f82dcb958e23e515484"
        + "b765db9a3a33d5ea3a0e32bec63ee402ba3cbe6601b274dfcfdf63495320f300"
    ),
    (
      .keyAndTime,
      "7b1d64a1852550ad3984ee3cc503135f004bfe502df9f0363bab16ab9127b0d8"
        + "7e5c4df7545877c43cd1bc9d6436de0f93cdb7eb939c4daf4c13fb970fed520c"
    ),
  ])
  func signedPreKeyForms(form: SignedPreKeyForm, signature: String) throws {
    let bob = try key(from: 0x40)
    let preKey = try X25519.PrivateKey(rawBytes: SecretBytes(copying: (0..<32).map { 0xA0 + UInt8($0) }))
    let bundle = PreKeyBundle(
      signingKeyPublic: Base64Data(bob.publicKey), dhIdentityKeyPublic: Base64Data([]),
      signedPreKeyPublic: Base64Data(preKey.publicKey), signedPreKeySignature: Base64Data([]), signedPreKeyId: 1,
      username: "", timestamp: WireFactsTests.date)
    #expect(Hex.encode(WireFactsTests.date.littleEndianBytes) == "68cd0f80ffb8c741")
    #expect(Hex.encode(bob.signature(for: form.signedBytes(of: bundle))) == signature)
  }

  /// Our own extension: the proof of a hello, from the same keys.
  @Test func helloProof() throws {
    let alice = try key(from: 0)
    let bob = try #require(NodeID(bytes: [UInt8](repeating: 0xB0, count: 32)))
    let keys = try #require(IdentityKeys(signingKey: alice.publicKey, dhKey: [UInt8](repeating: 1, count: 32)))
    let (asked, own) = ([UInt8](repeating: 2, count: 32), [UInt8](repeating: 3, count: 32))
    let signed = HelloProof.signingBytes(
      side: .dialler, challenge: asked, ownChallenge: own, prover: keys.nodeID, asker: bob)
    var expected = ByteWriter()
    for field in [
      Array("SophaxNode_HelloProof_v1".utf8), Array("dialler".utf8), asked, own, keys.nodeID.bytes, bob.bytes,
    ] {
      expected.appendLengthPrefixed(field)
    }
    #expect(signed == expected.bytes)
    let response = alice.signature(for: signed)
    func isValid(
      _ side: LinkSide = .dialler, _ challenge: [UInt8]? = nil, _ proverChallenge: [UInt8]? = nil, asker: NodeID
    ) -> Bool {
      HelloProof.isValid(
        response: response, side: side, challenge: challenge ?? asked, proverChallenge: proverChallenge ?? own,
        prover: keys, asker: asker)
    }
    #expect(isValid(asker: bob))
    #expect(!isValid(.listener, asker: bob) && !isValid(asker: keys.nodeID))
    #expect(!isValid(.dialler, own, asker: bob) && !isValid(.dialler, asked, asked, asker: bob))
  }
}
