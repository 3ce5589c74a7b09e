import Crypto
import TestWorld
import Testing
import World

@testable import Wire

@Suite struct WithdrawalTests {
  private let alice = TestIdentity(seed: 1)
  private let now = ManualClock().now.timestamp

  private func withdrawal(change: (inout PreKeyBundle) -> Void = { _ in }) -> PreKeyBundle {
    var bundle = PreKeyBundle.withdrawal(of: alice.keys, at: now)
    change(&bundle)
    bundle.bundleSignature = Base64Data(alice.signing.signature(for: BundleSignature.signingBytes(bundle)))
    return bundle
  }

  private func refusal(_ bundle: PreKeyBundle, after seconds: Int = 0, isHeld: Bool = false) -> BundleRefusal? {
    do throws(BundleRefusal) {
      _ = try bundle.verifiedWithdrawal(at: now + .seconds(seconds), isHeld: isHeld)
      return nil
    } catch {
      return error
    }
  }

  @Test func itSurvivesTheWireAndHolds() throws {
    let bundle = try Payload.decode(PreKeyBundle.self, from: Payload.encode(withdrawal()))
    var all = bundle
    all.identityWork = .max
    #expect(Payload.encode(all) == Payload.encodeWithFoundation(all))
    let verified = try bundle.verifiedWithdrawal(at: now, isHeld: false)
    #expect(verified.keys == alice.keys && verified.timestamp == WireDate(now))
  }

  @Test(arguments: [BundlePurpose.hello, .x3dh, .dht, .stored])
  func itIsNoBundleForAnyPurpose(purpose: BundlePurpose) {
    #expect(throws: BundleRefusal.withdrawn) { try withdrawal().verified(at: now, purpose: purpose) }
  }

  /// Field case D37: what a decoder without the extension makes of it is badly signed.
  @Test func withoutTheKeyItIsRefused() {
    var bundle = withdrawal()
    bundle.withdrawn = nil
    #expect(throws: BundleRefusal.badBundleSignature) { try bundle.verified(at: now, purpose: .hello) }
    bundle.bundleSignature = nil
    #expect(throws: BundleRefusal.badSignedPreKey) { try bundle.verified(at: now, purpose: .hello) }
  }

  @Test func neitherSignatureIsOneOfTheOther() {
    var bundle = withdrawal()
    bundle.withdrawn = nil
    bundle.bundleSignature = Base64Data(alice.signing.signature(for: BundleSignature.signingBytes(bundle)))
    bundle.withdrawn = true
    #expect(refusal(bundle) == .badBundleSignature)
  }

  @Test func whatSaysMoreThanThatIsRefused() {
    let changes: [(inout PreKeyBundle) -> Void] = [
      { $0.username = "a" }, { $0.avatarData = Base64Data([1]) }, { $0.tcpAddress = "x" },
      { $0.signedPreKeyId = 1 },
      { $0.identityWork = 1 }, { $0.pqPreKeyId = 1 },
    ]
    for change in changes { #expect(refusal(withdrawal(change: change)) == .tooLarge) }
    #expect(refusal(withdrawal { $0.signingKeyPublic = Base64Data([1]) }) == .wrongLength)
  }

  @Test(arguments: [
    (0, nil), (49 * 3600 - 1, nil), (49 * 3600, BundleRefusal.stale), (-299, nil), (-300, .fromTheFuture),
  ])
  func itIsPassedOnForADayLongerThanARecordLives(seconds: Int, expected: BundleRefusal?) {
    #expect(refusal(withdrawal(), after: seconds) == expected)
    #expect(refusal(withdrawal(), after: seconds, isHeld: true) == nil)
  }

  @Test func withoutSignatureItIsRefused() {
    var bundle = withdrawal()
    bundle.bundleSignature = nil
    #expect(refusal(bundle) == .notFullySigned)
  }

  @Test func workOnAnIdentityIsFoundAndCounted() throws {
    let nodeID = alice.keys.nodeID
    let nonce = try #require(IdentityWork.search(nodeID, bits: 8, from: 0, attempts: 1 << 14))
    #expect(IdentityWork.bits(of: nonce, for: nodeID) >= 8)
    #expect(IdentityWork.search(nodeID, bits: 200, from: .max - 3, attempts: 100) == nil)
    let bundle = alice.bundle(at: WireDate(now)) { $0.identityWork = nonce }
    #expect(try bundle.verified(at: now, purpose: .dht).workBits >= 8)
    #expect(try alice.bundle(at: WireDate(now)).verified(at: now, purpose: .dht).workBits == 0)
  }
}
