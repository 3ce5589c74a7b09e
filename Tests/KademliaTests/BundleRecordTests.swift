import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

@Suite struct BundleRecordTests {
  private let now = ManualClock().now.timestamp
  private let identity: SimulatedIdentity = {
    var rng = SeededRandom(seed: 1)
    return SimulatedIdentity(using: &rng)
  }()
  private let settings = KademliaSettings()

  private func refusal(
    of bundle: PreKeyBundle, key: NodeID? = nil, expiresAt: Timestamp? = nil, at time: Timestamp? = nil
  ) -> RecordRefusal? {
    do throws(RecordRefusal) {
      _ = try BundleRecord(checking: bundle, key: key, expiresAt: expiresAt, at: time ?? now)
      return nil
    } catch {
      return error
    }
  }

  @Test func aSignedBundleIsARecord() throws {
    let record = try BundleRecord(checking: identity.bundle(at: now), key: identity.nodeID, at: now)
    #expect(record.nodeID == identity.nodeID && record.receivedAt == now)
    #expect(record.expiresAt == now + settings.recordLease)
    #expect(record.verified?.address == identity.contact.address)
  }

  @Test func everyChangedFieldIsRefused() {
    let changes: [(inout PreKeyBundle) -> Void] = [
      { $0.username = "somebody else" }, { $0.tcpAddress = "other.onion:1" }, { $0.signedPreKeyId = 9 },
      { $0.pqPreKeyPublic = Base64Data([UInt8](repeating: 0, count: 1184)) }, { $0.pqPreKeyId = 1 },
      { $0.avatarData = Base64Data([1]) }, { $0.mlsKeyPackage = Base64Data([1]) },
      { $0.timestamp = WireDate(secondsSinceReference: $0.timestamp.secondsSinceReference - 1) },
      { $0.tlsCertFingerprint = Base64Data([UInt8](repeating: 0, count: 32)) },
      { $0.signedPreKeyPublic = Base64Data([UInt8](repeating: 1, count: 32)) },
      { $0.bundleSignature = Base64Data([UInt8](repeating: 1, count: 64)) },
    ]
    for change in changes {
      var bundle = identity.bundle(at: now)
      change(&bundle)
      #expect(refusal(of: bundle) == .bundle(.badBundleSignature))
    }
  }

  /// Field case D37: half a signature is none.
  @Test func withoutTheSignatureOverAllFieldsItIsRefused() {
    var bundle = identity.bundle(at: now)
    bundle.bundleSignature = nil
    #expect(refusal(of: bundle) == .bundle(.notFullySigned))
    bundle.bundleSignature = Base64Data([1, 2, 3])
    #expect(refusal(of: bundle) == .bundle(.wrongLength))
    bundle = identity.bundle(at: now)
    bundle.dhIdentityKeyPublic = Base64Data([])
    #expect(refusal(of: bundle) == .bundle(.wrongLength))
  }

  @Test(.enabled(if: Vectors.has("app/dht.json"), "app/dht.json is absent"))
  func bundlesOfTheOriginalAreNoRecords() throws {
    for entry in try Vectors.json("app/dht.json").array("store") where entry["op"].asString == "store" {
      let bundle = try Payload.decode(PreKeyBundle.self, from: entry.text("bundleJSON"))
      let time = bundle.timestamp.timestamp
      let reason = refusal(of: bundle, at: time)
      #expect(reason == .bundle(.notFullySigned) || reason == .bundle(.oneTimePreKeyInRecord))
    }
  }

  @Test func aOneTimePreKeyIsRefused() {
    var bundle = identity.bundle(at: now)
    bundle.oneTimePreKeyPublic = Base64Data([UInt8](repeating: 7, count: 32))
    bundle.oneTimePreKeyId = 7
    identity.sign(&bundle)
    #expect(refusal(of: bundle) == .bundle(.oneTimePreKeyInRecord))
  }

  /// Field case D33: identifiers are not free.
  @Test func theKeyIsTheIdentifierOfTheKeys() {
    let bundle = identity.bundle(at: now)
    #expect(refusal(of: bundle, key: Made.id(3)) == .otherIdentity)
    // Another Diffie-Hellman key is another identity, and the signature no longer holds for it.
    var other = bundle
    other.dhIdentityKeyPublic = Base64Data([UInt8](repeating: 9, count: 32))
    #expect(refusal(of: other, key: identity.nodeID) == .otherIdentity)
  }

  @Test(arguments: [
    (-24 * 3600 + 1, nil), (-24 * 3600, RecordRefusal.bundle(.stale)), (299, nil), (300, .bundle(.fromTheFuture)),
    (86_400, .bundle(.fromTheFuture)), (-25 * 3600, .expired),
  ])
  func theTimeOfSigningIsBounded(seconds: Int, expected: RecordRefusal?) {
    #expect(refusal(of: identity.bundle(at: now + .seconds(seconds))) == expected)
  }

  @Test func aLeaseIsAsAskedButNeverLongerThanItMayBe() throws {
    let bundle = identity.bundle(at: now)
    let hour = Duration.seconds(3600)
    #expect(try BundleRecord(checking: bundle, expiresAt: now + hour, at: now).expiresAt == now + hour)
    #expect(try BundleRecord(checking: bundle, expiresAt: now + hour * 1000, at: now).expiresAt == now + hour * 25)
    #expect(refusal(of: bundle, expiresAt: now) == .expired)
    #expect(refusal(of: bundle, expiresAt: Timestamp(milliseconds: .min)) == .expired)
    // An older bundle is not kept longer than one from its own time would be; a clock ahead gains nothing.
    let older = identity.bundle(at: now - hour * 20)
    #expect(try BundleRecord(checking: older, at: now).expiresAt == now + hour * 5)
    let ahead = identity.bundle(at: now + .seconds(200))
    #expect(try BundleRecord(checking: ahead, at: now).expiresAt == now + hour * 25)
  }

  @Test func renewingNeverShortens() throws {
    let record = try BundleRecord(checking: identity.bundle(at: now), expiresAt: now + .seconds(7200), at: now)
    let later = now + .seconds(3600)
    let longer = record.renewed(until: now + .seconds(9000), at: later, settings: settings)
    #expect(longer.expiresAt == now + .seconds(9000) && longer.receivedAt == later)
    #expect(record.renewed(until: later, at: later, settings: settings).expiresAt == record.expiresAt)
    let endless = record.renewed(until: Timestamp(milliseconds: .max), at: later, settings: settings)
    #expect(endless.expiresAt == now + settings.recordLease)
  }

  @Test func whatComesFromTheDiskIsCheckedToo() throws {
    let bundle = identity.bundle(at: now)
    let later = now + .seconds(24 * 3600 + 1800)
    // Too old to arrive, not too old to be held.
    #expect(refusal(of: bundle, at: later) == .bundle(.stale))
    let held = try BundleRecord(checking: bundle, expiresAt: now + settings.recordLease, receivedAt: now, at: later)
    #expect(held.receivedAt == now)
    var damaged = bundle
    damaged.username = "x"
    #expect(throws: RecordRefusal.bundle(.badBundleSignature)) {
      try BundleRecord(checking: damaged, receivedAt: now, at: now)
    }
    #expect(throws: RecordRefusal.expired) {
      try BundleRecord(checking: bundle, receivedAt: now, at: now + settings.recordLease)
    }
    damaged.bundleSignature = nil
    #expect(throws: RecordRefusal.bundle(.notFullySigned)) {
      try BundleRecord(checking: damaged, receivedAt: now, at: now)
    }
  }

  /// Field case D47.
  @Test func ofTwoTheLaterIsNewerAndTiesAreDecidedAlike() throws {
    let early = try BundleRecord(checking: identity.bundle(at: now), at: now)
    let late = try BundleRecord(checking: identity.bundle(at: now + .seconds(1)), at: now)
    #expect(late.isNewer(than: early) && !early.isNewer(than: late) && !early.isNewer(than: early))
    let twin = try BundleRecord(checking: identity.bundle(at: now, username: "twin"), at: now)
    #expect(twin.isNewer(than: early) != early.isNewer(than: twin))
  }
}
