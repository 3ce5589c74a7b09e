import Crypto
import TestWorld
import Testing
import Wire
import World

@Suite struct BundleVerificationTests {
  private let alice = TestIdentity(seed: 1)
  private let now = ManualClock().now.timestamp
  private var date: WireDate { WireDate(now) }

  private func refusal(
    _ bundle: PreKeyBundle, for purpose: BundlePurpose = .hello, at time: Timestamp? = nil
  ) -> BundleRefusal? {
    do throws(BundleRefusal) {
      _ = try bundle.verified(at: time ?? now, purpose: purpose)
      return nil
    } catch {
      return error
    }
  }

  private func full() -> PreKeyBundle {
    alice.bundle(at: date) {
      $0.oneTimePreKeyPublic = Base64Data([UInt8](repeating: 1, count: 32))
      $0.oneTimePreKeyId = 3
      $0.pqPreKeyPublic = Base64Data([UInt8](repeating: 2, count: 1184))
      $0.pqPreKeyId = 4
      $0.avatarData = Base64Data([5, 6])
      $0.mlsKeyPackage = Base64Data([7])
      $0.mldsaPublicKey = Base64Data([UInt8](repeating: 8, count: 1952))
      $0.mldsaSPKSignature = Base64Data([UInt8](repeating: 9, count: 3309))
      $0.tlsCertFingerprint = Base64Data([UInt8](repeating: 10, count: 32))
      $0.username = "  alice \n"
    }
  }

  @Test func aWhollySignedBundleIsBelieved() throws {
    let verified = try full().verified(at: now, purpose: .hello)
    #expect(verified.isFullySigned && verified.signedPreKeyForm == .bare && verified.keys == alice.keys)
    #expect(verified.oneTimePreKey == PublicPreKey(id: 3, publicKey: [UInt8](repeating: 1, count: 32)))
    #expect(verified.pqPreKey == PublicPreKey(id: 4, publicKey: [UInt8](repeating: 2, count: 1184)))
    #expect(verified.signedPreKey == PublicPreKey(id: 7, publicKey: alice.signedPreKey.publicKey))
    #expect(verified.username == "alice" && verified.avatar == [5, 6])
    #expect(verified.address == PeerAddress(alice.keys.onion))
    #expect(verified.bundle == full() && verified.timestamp == date)
  }

  @Test func withoutTheWholeSignatureOnlyTheKeysAre() throws {
    var bundle = full()
    bundle.bundleSignature = nil
    let verified = try bundle.verified(at: now, purpose: .hello)
    #expect(!verified.isFullySigned && verified.signedPreKey.id == 7 && verified.keys == alice.keys)
    #expect(verified.oneTimePreKey == nil && verified.pqPreKey == nil && verified.username == nil)
    #expect(verified.address == nil && verified.avatar == nil)
    #expect(refusal(bundle, for: .x3dh) == nil && refusal(bundle, for: .stored) == nil)
    bundle.oneTimePreKeyPublic = nil
    bundle.oneTimePreKeyId = nil
    #expect(refusal(bundle, for: .dht) == .notFullySigned)
  }

  @Test func theWholeSignatureCoversEveryField() {
    let changes: [(inout PreKeyBundle) -> Void] = [
      { $0.dhIdentityKeyPublic.bytes[0] ^= 1 }, { $0.signedPreKeyPublic.bytes[0] ^= 1 },
      { $0.signedPreKeySignature.bytes[0] ^= 1 }, { $0.signedPreKeyId ^= 1 },
      { $0.oneTimePreKeyPublic?.bytes[0] ^= 1 }, { $0.oneTimePreKeyPublic = nil }, { $0.oneTimePreKeyId = 9 },
      { $0.oneTimePreKeyId = nil }, { $0.username += "x" }, { $0.username = "alice" },
      { $0.timestamp = WireDate(secondsSinceReference: $0.timestamp.secondsSinceReference.nextUp) },
      { $0.tcpAddress = nil }, { $0.tcpAddress? += " " }, { $0.avatarData = nil },
      { $0.avatarData?.bytes.append(0) },
      { $0.mlsKeyPackage = nil }, { $0.mlsKeyPackage?.bytes = [] }, { $0.pqPreKeyPublic?.bytes[9] ^= 1 },
      { $0.pqPreKeyPublic = nil }, { $0.pqPreKeyId = 0 }, { $0.mldsaPublicKey?.bytes[0] ^= 1 },
      { $0.mldsaSPKSignature?.bytes[0] ^= 1 },
      { ($0.mldsaPublicKey, $0.mldsaSPKSignature) = (nil, nil) },
      { $0.tlsCertFingerprint?.bytes[0] ^= 1 }, { $0.tlsCertFingerprint = nil },
      { $0.bundleSignature?.bytes[0] ^= 1 },
      // What one field loses another gains: the lengths are signed too.
      { ($0.mlsKeyPackage, $0.avatarData) = (Base64Data([6, 7]), Base64Data([5])) },
      { ($0.mlsKeyPackage, $0.avatarData) = ($0.avatarData, $0.mlsKeyPackage) },
    ]
    for (number, change) in changes.enumerated() {
      var bundle = full()
      change(&bundle)
      #expect(refusal(bundle) == .badBundleSignature, "change \(number)")
    }
    var bundle = full()
    bundle.signingKeyPublic = Base64Data(TestIdentity(seed: 2).keys.signingKey)
    #expect(refusal(bundle) == .badBundleSignature)
  }

  @Test(arguments: SignedPreKeyForm.allCases)
  func eachFormOfTheSignedPreKeyIsAcceptedAndTold(form: SignedPreKeyForm) throws {
    for keepsWholeSignature in [true, false] {
      var bundle = alice.bundle(at: date)
      bundle.signedPreKeySignature = Base64Data(alice.signing.signature(for: form.signedBytes(of: bundle)))
      bundle.bundleSignature =
        keepsWholeSignature
        ? Base64Data(alice.signing.signature(for: BundleSignature.signingBytes(bundle))) : nil
      #expect(try bundle.verified(at: now, purpose: .hello).signedPreKeyForm == form)
      var other = bundle
      other.bundleSignature = nil
      other.signedPreKeyPublic.bytes[0] ^= 1
      #expect(refusal(other) == .badSignedPreKey)
    }
  }

  @Test func lengthsAreChecked() {
    let changes: [(inout PreKeyBundle) -> Void] = [
      { $0.signingKeyPublic.bytes.removeLast() }, { $0.dhIdentityKeyPublic.bytes.append(0) },
      { $0.signedPreKeyPublic.bytes = [] }, { $0.signedPreKeySignature.bytes.removeLast() },
      { $0.oneTimePreKeyPublic?.bytes.removeLast() }, { $0.pqPreKeyPublic?.bytes.append(0) },
      { $0.mldsaPublicKey = nil }, { $0.mldsaSPKSignature?.bytes.append(0) },
      { $0.tlsCertFingerprint?.bytes.removeLast() }, { $0.bundleSignature?.bytes.append(0) },
    ]
    for (number, change) in changes.enumerated() {
      var bundle = full()
      change(&bundle)
      #expect(refusal(bundle) == .wrongLength, "change \(number)")
    }
  }

  @Test func sizesAreChecked() {
    func bundle(_ change: (inout PreKeyBundle) -> Void) -> PreKeyBundle { alice.bundle(at: date, change: change) }
    #expect(refusal(bundle { $0.username = String(repeating: "é", count: 64) }) == nil)
    #expect(refusal(bundle { $0.username = String(repeating: "é", count: 65) }) == .usernameTooLong)
    #expect(refusal(bundle { $0.username = "e" + String(repeating: "\u{301}", count: 2000) }) == .usernameTooLong)
    #expect(refusal(bundle { $0.avatarData = Base64Data([UInt8](repeating: 0, count: 8192)) }) == nil)
    #expect(refusal(bundle { $0.avatarData = Base64Data([UInt8](repeating: 0, count: 8193)) }) == .avatarTooLarge)
    #expect(refusal(bundle { $0.mlsKeyPackage = Base64Data([UInt8](repeating: 0, count: 32_768)) }) == .tooLarge)
    #expect(refusal(bundle { $0.tcpAddress = String(repeating: "x", count: 32_768) }) == .tooLarge)
  }

  @Test(
    arguments: [
      (BundlePurpose.hello, 86_399.0, nil), (.hello, 86_400, .stale), (.hello, -86_399, nil),
      (.hello, -86_400, .fromTheFuture), (.x3dh, 86_399, nil), (.x3dh, 86_400, .stale), (.x3dh, -299, nil),
      (.x3dh, -300, .fromTheFuture), (.dht, 0, nil), (.dht, 86_400, .stale), (.dht, -300, .fromTheFuture),
      (.stored, 1e9, nil), (.stored, -1e9, nil),
    ] as [(BundlePurpose, Double, BundleRefusal?)])
  func ageIsJudgedByPurpose(purpose: BundlePurpose, age: Double, expected: BundleRefusal?) {
    let bundle = alice.bundle(at: WireDate(secondsSinceReference: date.secondsSinceReference - age))
    #expect(refusal(bundle, for: purpose) == expected)
  }

  @Test func aRecordGivesNoOneTimePreKey() {
    #expect(refusal(full(), for: .dht) == .oneTimePreKeyInRecord)
    #expect(refusal(alice.bundle(at: date) { $0.oneTimePreKeyId = 1 }, for: .dht) == .oneTimePreKeyInRecord)
    #expect(refusal(alice.bundle(at: date), for: .dht) == nil)
  }

  @Test func halfAPreKeyIsNone() throws {
    let bundle = alice.bundle(at: date) {
      $0.oneTimePreKeyPublic = Base64Data([UInt8](repeating: 1, count: 32))
      $0.pqPreKeyId = 4
    }
    let verified = try bundle.verified(at: now, purpose: .hello)
    #expect(verified.oneTimePreKey == nil && verified.pqPreKey == nil)
  }

  @Test func onlyItsOwnOnionIsAnAddress() throws {
    let other = PeerAddress(TestIdentity(seed: 2).keys.onion).text
    for text in [other, "example.org:80", "203.0.113.9:25519", "x", "", "[::1]:1", "127.0.0.1"] {
      let bundle = alice.bundle(at: date) { $0.tcpAddress = text }
      #expect(try bundle.verified(at: now, purpose: .hello).address == nil, "\(text)")
    }
    let loopback = alice.bundle(at: date) { $0.tcpAddress = "127.0.0.1:7000" }
    #expect(try loopback.verified(at: now, purpose: .hello).address == PeerAddress.loopback(port: 7000))
  }
}
