import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct SealedSenderTests {
  @Test(.enabled(if: Vectors.has("app/sealed.json")))
  func opensAndMakesTheVectors() throws {
    for item in try Vectors.json("app/sealed.json").array("cases") {
      let recipient = try item["recipient"].privateKey("dhPrivate")
      let sealed = try Payload.decode(SealedMessage.self, from: item.text("sealedJSON"))
      let inner = try item.text("innerJSON")
      #expect(try SealedSender.open(sealed, with: recipient) == inner)
      var chance = ScriptedRandom(try item.hex("ephemeralPrivate"), try item.hex("nonce"))
      #expect(try SealedSender.seal(inner, to: recipient.publicKey, using: &chance) == sealed)
    }
  }

  @Test(.enabled(if: Vectors.has("app/sealed.json")))
  func refusesTheNegatives() throws {
    for item in try Vectors.json("app/sealed.json").array("negatives") {
      let name = try item.string("name")
      let recipient = try item.privateKey("recipientDHPrivate")
      let sealed = try Payload.decode(SealedMessage.self, from: item.text("sealedJSON"))
      if name == "plaintext is not a WireMessage" {
        let plaintext = try SealedSender.open(sealed, with: recipient)
        #expect(throws: WireError.self) { try UnverifiedMessage.decode(plaintext) }
      } else {
        #expect(throws: SealedSender.Failure.authenticationFailed, "\(name)") {
          try SealedSender.open(sealed, with: recipient)
        }
      }
    }
  }

  @Test(.enabled(if: Vectors.has("app/sealed.json")))
  func opensLayerByLayer() throws {
    let nested = try Vectors.json("app/sealed.json")["nested"]
    let recipient = try nested["recipient"].privateKey("dhPrivate")
    for item in try nested.array("items") {
      var message = try UnverifiedMessage.decode(item.text("outerWireJSON")).message
      var depth = 0
      while message.type == .sealed {
        let sealed = try Payload.decode(SealedMessage.self, from: message.payload)
        message = try UnverifiedMessage.decode(SealedSender.open(sealed, with: recipient)).message
        depth += 1
      }
      #expect(depth == (try item.int("depth")))
    }
  }

  @Test func everyChangedByteIsNoticed() throws {
    var chance = SeededRandom(seed: 3)
    let recipient = X25519.PrivateKey.generate(using: &chance)
    let sealed = try SealedSender.seal(Array("message".utf8), to: recipient.publicKey, using: &chance)
    for index in sealed.encryptedPayload.bytes.indices {
      var changed = sealed
      changed.encryptedPayload.bytes[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SealedSender.Failure.self) { try SealedSender.open(changed, with: recipient) }
    }
    for index in sealed.ephemeralPublicKey.bytes.indices {
      var changed = sealed
      // X25519 ignores the highest bit of a public key (RFC 7748 §5).
      changed.ephemeralPublicKey.bytes[index] ^= 1 << UInt8(index % 7)
      #expect(throws: SealedSender.Failure.self) { try SealedSender.open(changed, with: recipient) }
    }
  }

  @Test func refusesAKeyOfLowOrder() {
    var chance = SeededRandom(seed: 4)
    #expect(throws: SealedSender.Failure.unusableKey) {
      try SealedSender.seal([1], to: [UInt8](repeating: 0, count: 32), using: &chance)
    }
  }
}
