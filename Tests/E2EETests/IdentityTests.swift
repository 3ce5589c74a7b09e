import Bytes
import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct IdentityTests {
  private let now = Timestamp(milliseconds: 1_774_307_200_123)

  private func identity(_ signing: UInt8, _ dh: UInt8) throws -> LocalIdentity {
    LocalIdentity(
      signingKey: try Ed25519.PrivateKey(seed: SecretBytes(copying: (0..<32).map { signing + $0 })),
      dhKey: try X25519.PrivateKey(rawBytes: SecretBytes(copying: (0..<32).map { dh + $0 })), username: "a")
  }

  // Computed apart, with another SHA-512, from the keys of counting bytes.
  @Test(
    arguments: [
      (0x00, 0x20, "12559 02102 68762 54115 93340 48812 03057 18620 69006 97940 07899 67100"),
      (0x40, 0x60, "10549 10610 40971 22178 49695 74064 74540 49706 19564 63122 93605 25697"),
    ] as [(UInt8, UInt8, String)])
  func hasASafetyNumberOfSixtyDigits(_ signing: UInt8, _ dh: UInt8, _ expected: String) throws {
    #expect(try identity(signing, dh).safetyNumber.text == expected)
  }

  /// The application's own numbers have thirty digits: the first half of ours.
  @Test(.enabled(if: Vectors.has("app/identities.json")))
  func agreesWithTheIdentitiesOfTheVectors() throws {
    for item in try Vectors.json("app/identities.json").array("identities") {
      let identity = LocalIdentity(
        signingKey: try Ed25519.PrivateKey(seed: item.secret("signingPrivate")),
        dhKey: try item.privateKey("dhPrivate"), username: try item.string("username"))
      #expect(identity.nodeID.hex == (try item.string("nodeID")))
      #expect(identity.peerID == (try item.string("peerID32")))
      #expect(identity.onion.hostname == (try item.string("onionHostname")))
      let number = identity.safetyNumber
      #expect(number.groups.count == 12)
      #expect(number.groups.allSatisfy { $0.count == 5 })
      #expect(number.groups.prefix(6).joined(separator: " ") == (try item.string("safetyNumber_v0_noDomain")))
      #expect(number == SafetyNumber(signingKey: try item.hex("signingPublic"), dhKey: try item.hex("dhPublic")))
    }
  }

  @Test func signsWhatOthersVerify() throws {
    let identity = try identity(0x00, 0x20)
    let message = identity.sign(type: .typing, payload: Array("{}".utf8), at: now)
    #expect(message.senderID == "3619e750a2dd52ba978807b2a00df56d")
    #expect(message.timestamp.secondsSinceReference == 796_000_000)
    var window = ReplayWindow()
    let keys = try #require(
      IdentityKeys(signingKey: identity.signingKey.publicKey, dhKey: identity.dhKey.publicKey))
    let moment = Moment(instant: Instant(nanoseconds: 0), timestamp: now)
    let verified = try UnverifiedMessage(message).verified(by: keys, at: moment, window: &window)
    #expect(verified.sender == identity.nodeID)
  }

  @Test func generatesIndependentKeys() {
    var chance = SeededRandom(seed: 9)
    let one = LocalIdentity.generate(username: "one", using: &chance)
    let two = LocalIdentity.generate(username: "two", using: &chance)
    #expect(Set([one.signingKey.seed, one.dhKey.rawBytes, two.signingKey.seed, two.dhKey.rawBytes]).count == 4)
  }

  @Test func survivesTheStore() throws {
    let identity = try identity(0x00, 0x20)
    let bytes = identity.encoded()
    let read = try LocalIdentity(decoding: bytes)
    #expect(read.nodeID == identity.nodeID)
    #expect(read.username == identity.username)
    #expect(read.encoded() == bytes)
    expectRefusals(bytes) { bytes throws(StateError) in _ = try LocalIdentity(decoding: bytes) }
  }

  @Test(.enabled(if: Vectors.has("app/identities.json")))
  func acceptsTheNamesOfTheVectors() throws {
    for item in try Vectors.json("app/identities.json").array("usernames") {
      let input = try item.string("input")
      let expected = try item.bool("accepted") ? item.string("stored") : nil
      // The wire bounds bytes too: one of the vectors is 64 characters of 18 bytes each.
      #expect(Username.normalized(input) == expected || input.utf8.count > WireLimits.usernameBytes)
    }
  }
}

/// Every prefix of a stored state, the state with a byte more, and one of an unknown version must be refused.
func expectRefusals(_ bytes: SecretBytes, _ decode: (SecretBytes) throws(StateError) -> Void) {
  func refuses(_ bytes: SecretBytes) -> StateError? {
    do throws(StateError) {
      try decode(bytes)
      return nil
    } catch {
      return error
    }
  }
  for count in 0..<bytes.count {
    guard case .malformed(.truncated) = refuses(bytes[0..<count]) else {
      Issue.record("a state cut to \(count) of \(bytes.count) bytes was read")
      return
    }
  }
  #expect(refuses(SecretBytes(copying: bytes.exposed + [0])) == .malformed(.trailing(1)))
  #expect(refuses(SecretBytes(copying: [99] + bytes.exposed.dropFirst())) == .unknownVersion(99))
}
