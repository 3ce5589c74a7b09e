import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// What a node answers, and what it keeps for others.
@Suite struct EngineAnswerTests {
  private let guest = Requester(link: 1, nodeID: nil)

  private func store(
    _ bundle: PreKeyBundle, in bench: inout Bench, link: UInt64 = 1, expiresAt: Timestamp? = nil
  ) throws -> StoreAnswer? {
    let end = WireDate(expiresAt ?? bench.now.timestamp + .seconds(25 * 3600))
    let request = DHTRequest.store(bundle, expiresAt: end)
    let response = try bench.engine.answer(request, from: Requester(link: link, nodeID: nil), at: bench.now)
    guard case .stored(let answer)? = response else { return nil }
    return answer
  }

  @Test func aPingIsAnsweredByAPong() throws {
    var bench = Bench()
    #expect(try bench.engine.answer(.ping, from: guest, at: bench.now) == .pong)
  }

  @Test func theNearestContactsWithoutFailuresAndWithoutTheAskerAreNamed() throws {
    var bench = Bench()
    let contacts = Made.contacts(40)
    bench.learn(contacts)
    let target = Made.id(99)
    let sorted = contacts.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }
    let (_, directives) = bench.engine.ping(sorted[1], at: bench.now, using: &bench.rng)
    _ = bench.fail(directives.asks[0])
    let asker = Requester(link: 1, nodeID: sorted[0].nodeID)
    let answer = try bench.engine.answer(.findNode(target), from: asker, at: bench.now)
    let known = sorted.filter { bench.engine.table.entry($0.nodeID) != nil }
    #expect(answer == .nodes(Array(known.dropFirst(2).prefix(20))))
  }

  @Test func whoAsksDoesNotEnterTheTable() throws {
    var bench = Bench()
    for number in 0..<50 as Range<UInt64> {
      let requester = Requester(link: number, nodeID: number.isMultiple(of: 2) ? Made.id(number) : nil)
      _ = try bench.engine.answer(.findNode(Made.id(7)), from: requester, at: bench.now)
    }
    #expect(bench.engine.table.count == 0 && bench.engine.snapshot.links == 0)
  }

  @Test func aStoredBundleIsServedByIdentifierAndByPrefix() throws {
    var bench = Bench()
    let others = bench.identities(2)
    let bundle = others[0].bundle(at: bench.now.timestamp)
    #expect(try store(bundle, in: &bench) == .accepted)
    for length in [8, 15, 16, 32, 64] {
      let prefix = try #require(PeerPrefix(others[0].nodeID.hex.prefix(length)))
      let answer = try bench.engine.answer(.findValue(.prefix(prefix)), from: guest, at: bench.now)
      #expect(answer == .value([bundle], nodes: []))
    }
    let found = try bench.engine.answer(.findValue(.node(others[0].nodeID)), from: guest, at: bench.now)
    #expect(found == .value([bundle], nodes: []))
    let missed = try bench.engine.answer(.findValue(.node(others[1].nodeID)), from: guest, at: bench.now)
    #expect(missed == .value([], nodes: []))
  }

  @Test func equalBytesRenewTheLease() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let bundle = other.bundle(at: bench.now.timestamp)
    let start = bench.now.timestamp
    #expect(try store(bundle, in: &bench, expiresAt: start + .seconds(3600)) == .accepted)
    bench.clock.advance(by: .seconds(1800))
    #expect(try store(bundle, in: &bench, expiresAt: start + .seconds(7200)) == .accepted)
    #expect(bench.records.record(of: other.nodeID, at: start + .seconds(7000))?.bundle == bundle)
    #expect(bench.engine.counters["records.renewed"] == 1)
  }

  /// Field cases D15 and D29.
  @Test func thereIsOneRecordPerIdentityAndItNeverGetsOlder() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let time = bench.now.timestamp
    let newest = other.bundle(at: time + .seconds(10))
    for seconds in [0, 5, 10, 3, 9] {
      let bundle = other.bundle(at: time + .seconds(seconds))
      let expected: StoreAnswer = seconds == 3 || seconds == 9 ? .refused("older", newer: newest) : .accepted
      #expect(try store(bundle, in: &bench) == expected)
    }
    #expect(bench.records.count() == 1)
    #expect(bench.records.record(of: other.nodeID, at: time)?.bundle == newest)
  }

  @Test func forgeriesAreRefusedWithTheirReason() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let time = bench.now.timestamp
    var forged = other.bundle(at: time)
    forged.username = "mallory"
    #expect(try store(forged, in: &bench) == .refused("bad_bundle_signature", newer: nil))
    forged.bundleSignature = nil
    #expect(try store(forged, in: &bench) == .refused("not_fully_signed", newer: nil))
    forged.signingKeyPublic = Base64Data([1])
    #expect(try store(forged, in: &bench) == .refused("wrong_length", newer: nil))
    #expect(
      try store(other.bundle(at: time + .seconds(900)), in: &bench) == .refused("from_the_future", newer: nil))
    #expect(try store(other.bundle(at: time - .seconds(90_000)), in: &bench) == .refused("expired", newer: nil))
    #expect(try store(other.bundle(at: time), in: &bench, expiresAt: time) == .refused("expired", newer: nil))
    #expect(bench.records.count() == 0)
    // A bundle without the signature never takes the place of one with it.
    #expect(try store(other.bundle(at: time), in: &bench) == .accepted)
    var bare = other.bundle(at: time + .seconds(60))
    bare.bundleSignature = nil
    #expect(try store(bare, in: &bench) == .refused("not_fully_signed", newer: nil))
  }

  /// Field cases D15 and D17.
  @Test func aFullStoreDropsTheExpiredThenTheFarthest() throws {
    var settings = KademliaSettings()
    settings.records = 20
    settings.linkBurst = 1000
    var bench = Bench(settings: settings)
    let local = bench.engine.local
    let others = bench.identities(30).sorted {
      $0.nodeID.distance(to: local) < $1.nodeID.distance(to: local)
    }
    let time = bench.now.timestamp
    for other in others[5..<25] { #expect(try store(other.bundle(at: time), in: &bench) == .accepted) }
    #expect(try store(others[27].bundle(at: time), in: &bench) == .refused("full", newer: nil))
    #expect(try store(others[0].bundle(at: time), in: &bench) == .accepted)
    #expect(bench.records.count() == 20)
    #expect(bench.records.record(of: others[24].nodeID, at: time) == nil)
    #expect(bench.engine.counters["records.displaced"] == 1)
    // A day and an hour later nothing that is held counts any more.
    bench.clock.advance(by: settings.recordLease)
    #expect(try store(others[29].bundle(at: bench.now.timestamp), in: &bench) == .accepted)
    #expect(bench.records.count() == 1)
  }

  /// Field case D15: bytes count as records do.
  @Test func aStoreFullOfBytesDropsTheFarthestToo() throws {
    var settings = KademliaSettings()
    settings.recordBytes = 20 * 800
    settings.linkBurst = 1000
    var bench = Bench(settings: settings)
    let local = bench.engine.local
    let others = bench.identities(25).sorted { $0.nodeID.distance(to: local) > $1.nodeID.distance(to: local) }
    for other in others { _ = try store(other.bundle(at: bench.now.timestamp), in: &bench) }
    #expect(bench.records.bytes() <= settings.recordBytes && bench.records.count() >= 18)
    #expect(bench.records.record(of: others[24].nodeID, at: bench.now.timestamp) != nil)
    var large = others[24].bundle(at: bench.now.timestamp + .seconds(1))
    large.avatarData = Base64Data([UInt8](repeating: 1, count: 8000))
    others[24].sign(&large)
    #expect(try store(large, in: &bench) == .accepted)
    #expect(bench.records.bytes() <= settings.recordBytes && bench.records.count() >= 8)
  }

  @Test func aPublisherMayChangeItsRecordSoOften() throws {
    var settings = KademliaSettings()
    settings.linkBurst = 1000
    var bench = Bench(settings: settings)
    let other = bench.identities(1)[0]
    let time = bench.now.timestamp
    let answers = try (0..<12).map { try store(other.bundle(at: time + .seconds($0)), in: &bench) }
    #expect(
      answers == Array(repeating: .accepted, count: 9)
        + Array(repeating: .refused("too_often", newer: nil), count: 3))
    bench.clock.advance(by: settings.publisherInterval)
    #expect(try store(other.bundle(at: time + .seconds(20)), in: &bench) == .accepted)
  }

  @Test func aLinkMayBringSoManyRecordsOfOthers() throws {
    var settings = KademliaSettings()
    settings.recordsPerLink = 5
    var bench = Bench(settings: settings)
    let others = bench.identities(8)
    let time = bench.now.timestamp
    let answers = try others.map { try store($0.bundle(at: time), in: &bench) }
    #expect(
      answers == Array(repeating: .accepted, count: 5)
        + Array(repeating: .refused("too_many", newer: nil), count: 3))
    #expect(try store(others[7].bundle(at: time), in: &bench, link: 2) == .accepted)
    // Its own record a proven peer always may.
    let own = Requester(link: 1, nodeID: others[6].nodeID)
    let request = DHTRequest.store(others[6].bundle(at: time), expiresAt: WireDate(time + .seconds(60)))
    #expect(try bench.engine.answer(request, from: own, at: bench.now) == .stored(.accepted))
  }

  /// Field case D13.
  @Test func recordsThatExpireUnreadAreSweptAtOnce() throws {
    var bench = Bench()
    _ = bench.start()
    let template = bench.identities(40)
    for other in template { bench.records.put(try bench.record(of: other)) }
    bench.run(for: bench.engine.settings.recordLease + bench.engine.settings.sweepInterval * 2)
    #expect(bench.records.count() == 0 && bench.records.bytes() == 0)
    #expect(bench.engine.counters["records.expired"] == 40)
  }

  @Test func answersToAPrefixAreBounded() throws {
    var settings = KademliaSettings()
    settings.matchesPerAnswer = 5
    var bench = Bench(settings: settings)
    let others = bench.identities(8)
    for other in others { bench.records.put(try bench.record(of: other)) }
    // All identities, as far as a store is asked for a range: eight digits match nobody by chance here.
    let counts = try others.map { other -> Int in
      let prefix = try #require(PeerPrefix(other.nodeID.hex.prefix(8)))
      guard
        case .value(let found, _)? = try bench.engine.answer(
          .findValue(.prefix(prefix)), from: guest, at: bench.now)
      else { return 0 }
      return found.count
    }
    #expect(counts == Array(repeating: 1, count: 8))
    settings.answerBytes = 10
    var small = Bench(settings: settings)
    small.records.put(try small.record(of: others[0]))
    let prefix = try #require(PeerPrefix(others[0].nodeID.hex.prefix(8)))
    #expect(
      try small.engine.answer(.findValue(.prefix(prefix)), from: guest, at: small.now) == .value([], nodes: []))
  }

  @Test func aLinkThatAsksTooMuchIsNotAnswered() throws {
    var bench = Bench()
    let other = Requester(link: 2, nodeID: nil)
    var answered = 0
    for _ in 0..<500 where try bench.engine.answer(.ping, from: guest, at: bench.now) != nil { answered += 1 }
    #expect(answered == 60)
    #expect(bench.engine.counters["requests.refused.budget"] == 440)
    #expect(try bench.engine.answer(.ping, from: other, at: bench.now) == .pong)
    bench.clock.advance(by: .seconds(1))
    answered = 0
    for _ in 0..<500 where try bench.engine.answer(.ping, from: guest, at: bench.now) != nil { answered += 1 }
    #expect(answered == 20)
  }

  @Test func allLinksTogetherHaveABudgetToo() throws {
    var settings = KademliaSettings()
    settings.totalBurst = 100
    var bench = Bench(settings: settings)
    var answered = 0
    for link in 0..<300 as Range<UInt64> {
      let requester = Requester(link: link, nodeID: nil)
      if try bench.engine.answer(.ping, from: requester, at: bench.now) != nil { answered += 1 }
    }
    #expect(answered == 100)
  }

  /// 5,000 requests a second from 500 links, each within its own budget, and one link that asks once.
  @Test func aFloodFromManyLinksLeavesRoomForThoseThatAskLittle() throws {
    var bench = Bench()
    var (honest, flood) = (0, 0)
    for tick in 0..<1000 {
      bench.clock.advance(by: .milliseconds(10))
      for number in 0..<50 {
        let link = UInt64(2 + (tick * 50 + number) % 500)
        if try bench.engine.answer(.ping, from: Requester(link: link, nodeID: nil), at: bench.now) != nil {
          flood += 1
        }
      }
      if tick.isMultiple(of: 100), try bench.engine.answer(.ping, from: guest, at: bench.now) != nil { honest += 1 }
    }
    #expect(honest == 10)
    #expect(flood > 15_000 && flood <= 24_100)
  }

  @Test func theBudgetIsChargedBeforeTheMessageIsLookedAt() throws {
    var bench = Bench()
    #expect((0..<100).count { _ in bench.engine.admits(.dhtFindNode, on: 1, at: bench.now.instant) } == 60)
    #expect((0..<100).count { _ in bench.engine.admits(.dhtStore, on: 2, at: bench.now.instant) } == 20)
    #expect((0..<100).allSatisfy { _ in bench.engine.admits(.message, on: 3, at: bench.now.instant) })
    #expect(try bench.engine.answer(.ping, from: guest, at: bench.now) == nil)
    #expect(try bench.engine.answer(.ping, from: guest, isAdmitted: true, at: bench.now) == .pong)
  }

  @Test func budgetsAreRememberedForSoManyLinksOnly() throws {
    var settings = KademliaSettings()
    settings.budgets = 10
    var bench = Bench(settings: settings)
    for link in 0..<1000 as Range<UInt64> {
      let requester = Requester(link: link, nodeID: nil)
      #expect(try bench.engine.answer(.ping, from: requester, at: bench.now) == .pong)
    }
    #expect(bench.engine.snapshot.budgets == 10)
    bench.clock.advance(by: .seconds(60))
    _ = try bench.engine.answer(.ping, from: Requester(link: 5000, nodeID: nil), at: bench.now)
    #expect(bench.engine.snapshot.budgets == 1)
  }

  @Test func aDiskWithoutRoomTakesNothingMore() throws {
    var bench = Bench()
    let time = bench.now.timestamp
    let records = CrampedRecordStore()
    bench.engine = Engine(local: bench.engine.local, seeds: [], records: records)
    let others = bench.identities(2)
    #expect(try store(others[0].bundle(at: time), in: &bench) == .accepted)
    records.isCramped = true
    #expect(try store(others[1].bundle(at: time), in: &bench) == .refused("no_room", newer: nil))
    #expect(try store(others[0].bundle(at: time), in: &bench) == .accepted)
    #expect(try store(others[0].bundle(at: time + .seconds(1)), in: &bench) == .accepted)
    #expect(bench.engine.counters["records.refused.no_room"] == 1)
    records.isCramped = false
    #expect(try store(others[1].bundle(at: time), in: &bench) == .accepted)
  }

  @Test func aFailingStoreIsReportedToTheCaller() throws {
    var bench = Bench()
    bench.engine = Engine(local: bench.engine.local, seeds: [], records: FailingRecordStore())
    #expect(throws: RecordStoreError.failed("disk full")) {
      try bench.engine.answer(.findValue(.node(Made.id(1))), from: guest, at: bench.now)
    }
    // A lookup goes on without the store.
    let (_, directives) = bench.find(.node(Made.id(1)))
    #expect(directives.contains { if case .storeFailed(.failed("disk full")) = $0 { true } else { false } })
    #expect(directives.outcomes.first?.ending == .alone)
  }
}

/// A store whose disk is short of room at times.
final class CrampedRecordStore: RecordStore {
  private let inner = MemoryRecordStore()
  var isCramped = false

  func record(of nodeID: NodeID, at now: Timestamp) -> BundleRecord? { inner.record(of: nodeID, at: now) }
  func records(matching prefix: PeerPrefix, limit: Int, at now: Timestamp) -> [BundleRecord] {
    inner.records(matching: prefix, limit: limit, at: now)
  }
  func put(_ record: BundleRecord) { inner.put(record) }
  func remove(_ nodeID: NodeID) { inner.remove(nodeID) }
  func expire(at now: Timestamp) -> Int { inner.expire(at: now) }
  func count() -> Int { inner.count() }
  func bytes() -> Int { inner.bytes() }
  func records(after nodeID: NodeID?, limit: Int, at now: Timestamp) -> [BundleRecord] {
    inner.records(after: nodeID, limit: limit, at: now)
  }
  func hasRoom() -> Bool { !isCramped }
  func farthest(from nodeID: NodeID) -> NodeID? { inner.farthest(from: nodeID) }
}

/// A store whose disk is full.
final class FailingRecordStore: RecordStore {
  private let error = RecordStoreError.failed("disk full")

  func record(of nodeID: NodeID, at now: Timestamp) throws(RecordStoreError) -> BundleRecord? { throw error }
  func records(
    matching prefix: PeerPrefix, limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] { throw error }
  func put(_ record: BundleRecord) throws(RecordStoreError) { throw error }
  func remove(_ nodeID: NodeID) throws(RecordStoreError) { throw error }
  func expire(at now: Timestamp) throws(RecordStoreError) -> Int { throw error }
  func count() throws(RecordStoreError) -> Int { throw error }
  func bytes() throws(RecordStoreError) -> Int { throw error }
  func records(after nodeID: NodeID?, limit: Int, at now: Timestamp) throws(RecordStoreError) -> [BundleRecord] {
    throw error
  }
  func hasRoom() throws(RecordStoreError) -> Bool { throw error }
  func farthest(from nodeID: NodeID) throws(RecordStoreError) -> NodeID? { throw error }
}
