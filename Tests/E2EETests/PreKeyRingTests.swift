import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct PreKeyRingTests {
  private let start = Timestamp(milliseconds: 1_780_000_000_000)
  private let day = Duration.seconds(86_400)

  private func nodeID(_ number: UInt64) -> NodeID { NodeID(words: (number, 0, 0, 1)) }

  private struct Owner {
    var chance = SeededRandom(seed: 11)
    let identity: LocalIdentity
    var ring: PreKeyRing

    init(at now: Timestamp) {
      identity = LocalIdentity.generate(username: "owner", using: &chance)
      ring = PreKeyRing.generate(at: now, using: &chance)
    }

    mutating func hello(_ peer: NodeID, isContact: Bool, at now: Timestamp) -> PreKeyBundle {
      ring.bundle(
        for: .hello(peer, isContact: isContact), of: identity, address: PeerAddress(identity.onion), at: now,
        using: &chance)
    }
  }

  @Test func bundlesAreFullySigned() throws {
    var owner = Owner(at: start)
    let bundle = owner.hello(nodeID(1), isContact: true, at: start)
    let verified = try bundle.verified(at: start, purpose: .hello)
    #expect(verified.isFullySigned)
    #expect(verified.signedPreKeyForm == .bare)
    #expect(verified.oneTimePreKey != nil)
    #expect(verified.address == PeerAddress(owner.identity.onion))
    #expect(verified.username == "owner")
  }

  @Test func theDirectoryGetsNoOneTimePreKey() throws {
    var owner = Owner(at: start)
    let before = owner.ring.encoded()
    let bundle = owner.ring.bundle(
      for: .directory, of: owner.identity, address: nil, at: start, using: &owner.chance)
    _ = try bundle.verified(at: start, purpose: .dht)
    #expect(bundle == owner.ring.directoryBundle(of: owner.identity, address: nil, at: start))
    #expect(owner.ring.encoded() == before)
  }

  @Test func eachPeerGetsItsOwnKeyAndKeepsIt() {
    var owner = Owner(at: start)
    var shown: [UInt32] = []
    for peer in 0..<50 {
      let id = owner.hello(nodeID(UInt64(peer)), isContact: true, at: start).oneTimePreKeyId
      #expect(id != nil)
      #expect(owner.hello(nodeID(UInt64(peer)), isContact: true, at: start + .seconds(60)).oneTimePreKeyId == id)
      shown.append(id ?? 0)
    }
    #expect(Set(shown).count == 50)
    // No peer may use another's.
    #expect(owner.ring.oneTimePreKey(shown[0], shownTo: nodeID(0)) != nil)
    #expect(owner.ring.oneTimePreKey(shown[0], shownTo: nodeID(1)) == nil)
  }

  @Test func strangersHoldAtMostHalfOfThePool() {
    var owner = Owner(at: start)
    let keys = (0..<100).map { owner.hello(nodeID(1000 + $0), isContact: false, at: start).oneTimePreKeyId }
    #expect(keys.compactMap { $0 }.count == 10)
    #expect(keys.prefix(10).allSatisfy { $0 != nil })
    // The rest gets a bundle with the signed prekey alone, and contacts are served as before.
    #expect(owner.hello(nodeID(1), isContact: true, at: start).oneTimePreKeyId != nil)
  }

  @Test func reservationsExpireAndTheirKeysAreNeverShownAgain() {
    var owner = Owner(at: start)
    let first = owner.hello(nodeID(1), isContact: false, at: start).oneTimePreKeyId ?? 0
    #expect(owner.ring.maintain(at: start + day * 6, using: &owner.chance) == false)
    #expect(owner.ring.oneTimePreKey(first, shownTo: nodeID(1)) != nil)
    #expect(owner.ring.maintain(at: start + day * 7, using: &owner.chance))
    #expect(owner.ring.oneTimePreKey(first, shownTo: nodeID(1)) == nil)
    let second = owner.hello(nodeID(2), isContact: false, at: start + day * 7).oneTimePreKeyId
    #expect(second != nil && second != first)
  }

  @Test func askingAgainProlongsAReservation() {
    var owner = Owner(at: start)
    let first = owner.hello(nodeID(1), isContact: true, at: start).oneTimePreKeyId ?? 0
    _ = owner.hello(nodeID(1), isContact: true, at: start + day * 5)
    _ = owner.ring.maintain(at: start + day * 8, using: &owner.chance)
    #expect(owner.ring.oneTimePreKey(first, shownTo: nodeID(1)) != nil)
  }

  @Test func theSignedPreKeyRotatesWeeklyAndTwoPredecessorsStay() {
    var owner = Owner(at: start)
    var ids = [owner.ring.currentSignedPreKey.id]
    #expect(owner.ring.maintain(at: start + day * 7 - .seconds(1), using: &owner.chance) == false)
    for week in 1...4 {
      #expect(owner.ring.maintain(at: start + day * (7 * week), using: &owner.chance))
      ids.append(owner.ring.currentSignedPreKey.id)
    }
    #expect(Set(ids).count == 5)
    #expect(ids.map { owner.ring.signedPreKey($0) != nil } == [false, false, true, true, true])
  }

  @Test func aClockThatWasAheadDoesNotStopTheRotation() {
    var owner = Owner(at: start + day * 400)
    #expect(owner.ring.maintain(at: start, using: &owner.chance))
    #expect(owner.ring.currentSignedPreKey.createdAt == start)
  }

  @Test func oneTimeIDsAreNeverReusedOverTenThousandRefills() {
    var owner = Owner(at: start)
    var seen = Set(owner.ring.oneTimePreKeys.map(\.id))
    for refill in 1...10_000 {
      for key in owner.ring.oneTimePreKeys.prefix(11) { owner.ring.consume(key.id) }
      let before = Set(owner.ring.oneTimePreKeys.map(\.id))
      _ = owner.ring.maintain(at: start, using: &owner.chance)
      let fresh = Set(owner.ring.oneTimePreKeys.map(\.id)).subtracting(before)
      if fresh.isEmpty || !seen.isDisjoint(with: fresh) {
        Issue.record("an id came back at refill \(refill)")
        return
      }
      seen.formUnion(fresh)
    }
    #expect(!seen.contains(0))
  }

  /// Twenty years of weeks.
  @Test func idsAreNeverReusedOverAThousandRotations() {
    var owner = Owner(at: start)
    var signed = Set([owner.ring.currentSignedPreKey.id])
    var pq = Set(owner.ring.pqPreKeys.map(\.id))
    for rotation in 1...1_000 {
      #expect(owner.ring.maintain(at: start + day * (7 * rotation), using: &owner.chance))
      signed.insert(owner.ring.currentSignedPreKey.id)
      pq.formUnion(owner.ring.pqPreKeys.map(\.id))
    }
    #expect(signed.count == 1_001 && pq.count == 1_001)
    #expect(!signed.contains(0) && !pq.contains(0))
  }

  @Test func idsPassTheEndOfTheirRange() {
    var owner = Owner(at: start)
    owner.ring.nextSignedID = .max
    _ = owner.ring.maintain(at: start + day * 7, using: &owner.chance)
    #expect(owner.ring.currentSignedPreKey.id == .max)
    _ = owner.ring.maintain(at: start + day * 14, using: &owner.chance)
    #expect(owner.ring.currentSignedPreKey.id == 1)
  }

  @Test func survivesTheStore() throws {
    var owner = Owner(at: start)
    _ = owner.hello(nodeID(1), isContact: true, at: start)
    _ = owner.hello(nodeID(2), isContact: false, at: start)
    let bytes = owner.ring.encoded()
    let read = try PreKeyRing(decoding: bytes)
    #expect(read.encoded() == bytes)
    #expect(read.oneTimePreKeys.map(\.reservation) == owner.ring.oneTimePreKeys.map(\.reservation))
    expectRefusals(bytes) { bytes throws(StateError) in _ = try PreKeyRing(decoding: bytes) }
  }
}
