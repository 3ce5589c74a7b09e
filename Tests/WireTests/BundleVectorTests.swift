import TestWorld
import Testing
import Wire
import World

/// The application's own bundles: none has our signature over the whole.
@Suite(.enabled(if: Vectors.has("app/prekey_bundles.json"), "app/prekey_bundles.json is not here"))
struct BundleVectorTests {
  /// ML-DSA-65 is another build's second signature over the same bytes; DESIGN §3 does not take it up.
  private static let notOurs = "ml-dsa signature flipped"

  @Test func acceptedExactlyWhenOneFormOfTheSignatureHolds() throws {
    var accepted = 0
    for vector in try Vectors.json("app/prekey_bundles.json").array("cases") {
      let name = try vector.string("name")
      guard try vector.string("decode") == "ok" else {
        // A date as ISO 8601 text is read by our decision, and by the signature then.
        let decoded = try? Payload.decode(PreKeyBundle.self, from: vector.text("json"))
        #expect((decoded != nil) == name.hasSuffix("timestamp as ISO string"), "\(name)")
        continue
      }
      if name.hasSuffix(BundleVectorTests.notOurs) { continue }
      let bundle = try Payload.decode(PreKeyBundle.self, from: vector.text("json"))
      let now = try WireDate(secondsSinceReference: vector.double("now")).timestamp
      let verify = try vector.object("verify")
      let valid = verify.filter { $0.value == .string("valid") }
      let result = Result { () throws(BundleRefusal) in try bundle.verified(at: now, purpose: .stored) }
      #expect(((try? result.get()) != nil) == !valid.isEmpty, "\(name): \(result)")
      guard let verified = try? result.get() else { continue }
      accepted += 1
      #expect(BundleVectorTests.names[verified.signedPreKeyForm] == valid.keys.first, "\(name)")
      #expect(try verified.nodeID.hex == vector.string("nodeID"), "\(name)")
      #expect(try verified.nodeID.peerID == vector.string("peerID32"), "\(name)")
      #expect(!verified.isFullySigned && verified.oneTimePreKey == nil && verified.address == nil, "\(name)")
    }
    #expect(accepted > 50)
  }

  @Test func ageRulesFollowTheRecordedAnswers() throws {
    for vector in try Vectors.json("app/prekey_bundles.json").array("cases")
    where try vector.string("decode") == "ok" && vector.object("verify").values.contains(.string("valid")) {
      let name = try vector.string("name")
      if name.hasSuffix(BundleVectorTests.notOurs) { continue }
      let bundle = try Payload.decode(PreKeyBundle.self, from: vector.text("json"))
      let now = try WireDate(secondsSinceReference: vector.double("now")).timestamp
      let age = try vector.double("now") - bundle.timestamp.secondsSinceReference
      #expect(try accepts(bundle, now, .hello) == vector.bool("freshForHello"), "\(name)")
      // Our own allowance: five minutes by which the other clock may be ahead.
      let fresh = try vector.bool("freshForX3DHSender") || (age > -300 && age < 0)
      #expect(accepts(bundle, now, .x3dh) == fresh, "\(name)")
      #expect(!accepts(bundle, now, .dht), "\(name): not signed as a whole")
    }
  }

  private func accepts(_ bundle: PreKeyBundle, _ now: Timestamp, _ purpose: BundlePurpose) -> Bool {
    (try? bundle.verified(at: now, purpose: purpose)) != nil
  }

  private static let names: [SignedPreKeyForm: String] = [
    .keyAndTime: "sk_spk_ts", .time: "spk_ts", .bare: "spk",
  ]
}
