import Crypto
import TestWorld
import Testing
import Wire
import World

@Suite struct ProvenSignaturesTests {
  private let alice = TestIdentity(seed: 1)
  private let bob = TestIdentity(seed: 2)
  private let now = ManualClock().now.timestamp
  private let proven = ProvenSignatures(capacity: 8)

  private func refusal(
    _ bundle: PreKeyBundle, _ memory: ProvenSignatures? = nil, at time: Timestamp? = nil
  ) -> BundleRefusal? {
    do throws(BundleRefusal) {
      _ = try bundle.verified(at: time ?? now, purpose: .dht, proven: memory ?? proven)
      return nil
    } catch {
      return error
    }
  }

  @Test func theSameBytesAreCheckedOnce() throws {
    let bundle = alice.bundle(at: WireDate(now))
    let first = try bundle.verified(at: now, purpose: .dht, proven: proven)
    #expect(proven.checks == 2)
    #expect(try bundle.verified(at: now, purpose: .dht, proven: proven) == first && proven.checks == 2)
    #expect(try bundle.verified(at: now, purpose: .dht) == first)
  }

  @Test func aPrekeyIsCheckedOnceForAllBundlesThatHaveIt() {
    #expect(refusal(alice.bundle(at: WireDate(now))) == nil)
    #expect(refusal(alice.bundle(at: WireDate(now + .seconds(60)))) == nil)
    #expect(proven.checks == 3)
  }

  @Test func whatDiffersIsCheckedAndRefused() {
    let bundle = alice.bundle(at: WireDate(now))
    #expect(refusal(bundle) == nil)
    var forged = bundle
    forged.username = "mallory"
    #expect(refusal(forged) == .badBundleSignature)
    forged = bundle
    forged.bundleSignature?.bytes[0] ^= 1
    #expect(refusal(forged) == .badBundleSignature)
    forged = bundle
    forged.bundleSignature = bob.bundle(at: WireDate(now)).bundleSignature
    #expect(refusal(forged) == .badBundleSignature)
    forged = bundle
    forged.signingKeyPublic = Base64Data(bob.keys.signingKey)
    #expect(refusal(forged) == .badBundleSignature)
    #expect(refusal(bundle) == nil)
  }

  @Test func whatFailedIsCheckedAgain() {
    var forged = alice.bundle(at: WireDate(now))
    forged.username = "mallory"
    #expect(refusal(forged) == .badBundleSignature && refusal(forged) == .badBundleSignature)
    #expect(proven.checks == 2)
  }

  @Test func ageIsLookedAtEachTime() {
    let bundle = alice.bundle(at: WireDate(now))
    #expect(refusal(bundle) == nil)
    #expect(refusal(bundle, at: now + .seconds(3_600 * 24 * 365)) == .stale)
    #expect(refusal(bundle, at: now - .seconds(3_600 * 24)) == .fromTheFuture)
  }

  @Test func withdrawalsToo() throws {
    var bundle = PreKeyBundle.withdrawal(of: alice.keys, at: now)
    bundle.bundleSignature = Base64Data(alice.signing.signature(for: BundleSignature.signingBytes(bundle)))
    for _ in 0..<2 { _ = try bundle.verifiedWithdrawal(at: now, isHeld: false, proven: proven) }
    #expect(proven.checks == 1)
  }

  @Test func theLeastRecentlyUsedAreForgotten() {
    let small = ProvenSignatures(capacity: 4)
    let kept = alice.bundle(at: WireDate(now))
    for number in 0..<20 {
      #expect(refusal(kept, small) == nil)
      #expect(refusal(TestIdentity(seed: 100 + UInt64(number)).bundle(at: WireDate(now)), small) == nil)
    }
    // What is used all the time was checked once, and of the others each.
    #expect(small.checks == 42)
    #expect(refusal(TestIdentity(seed: 100).bundle(at: WireDate(now)), small) == nil)
    #expect(small.checks == 44)
  }
}
