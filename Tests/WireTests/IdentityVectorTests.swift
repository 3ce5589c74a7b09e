import Bytes
import TestWorld
import Testing
import Wire
import World

/// Identifiers, names and onion addresses as the application derives them.
@Suite(.enabled(if: Vectors.has("app/identities.json"), "app/identities.json is not here"))
struct IdentityVectorTests {
  private let file: JSONValue

  init() throws { file = try Vectors.json("app/identities.json") }

  @Test func identifiersFollowFromKeys() throws {
    for vector in try file.array("identities") {
      let keys = try #require(
        IdentityKeys(signingKey: vector.hex("signingPublic"), dhKey: vector.hex("dhPublic")))
      #expect(try keys.nodeID.hex == vector.string("nodeID"))
      #expect(try keys.nodeID.peerID == vector.string("peerID32"))
      #expect(try keys.isNamed(by: vector.string("peerID16")) && keys.isNamed(by: vector.string("peerID32")))
      #expect(try keys.isNamed(by: vector.string("nodeID")))
      #expect(try keys.onion.hostname == vector.string("onionHostname"))
    }
  }

  @Test func onionAddressesNeedAWholeKey() throws {
    for vector in try file.array("onionInvalidKeys") {
      #expect(OnionAddress(signingKey: try vector.hex("key")) == nil)
    }
  }

  /// An empty name is refused where a user chooses one; in a bundle it is no name.
  @Test func namesAreTrimmedAndCountedAsRecorded() throws {
    let identity = TestIdentity(seed: 3)
    let now = ManualClock().now.timestamp
    for vector in try file.array("usernames") {
      let name = try vector.string("input")
      let bundle = identity.bundle(at: WireDate(now)) { $0.username = name }
      let verified = try? bundle.verified(at: now, purpose: .hello)
      #expect(verified?.username == vector["stored"].asString, "\(name)")
    }
  }
}
