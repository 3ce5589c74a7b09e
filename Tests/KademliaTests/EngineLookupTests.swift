import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// Lookups of one engine: what it believes, when it ends, what it keeps within bounds.
@Suite struct EngineLookupTests {
  @Test func aRecordIsFoundAndNamedWithItsHolders() throws {
    var bench = Bench()
    let peers = Made.contacts(20)
    bench.learn(peers)
    let wanted = bench.identities(1)[0]
    let bundle = wanted.bundle(at: bench.now.timestamp)
    let (id, directives) = bench.find(.node(wanted.nodeID))
    var progress = 0
    let rest = bench.answerAll(directives) { _ in .value([bundle], nodes: []) }
    for case .found(let lookup, let record, _) in rest {
      progress += 1
      #expect(lookup == id && record.bundle == bundle)
    }
    let outcome = try #require(rest.outcomes.first)
    #expect(progress == 1)
    #expect(outcome.ending == .agreed && outcome.matches.count == 1)
    #expect(outcome.matches[0].holders.count == 8 && outcome.matches[0].staleHolders.isEmpty)
    #expect(bench.engine.snapshot.lookups == 0)
  }

  @Test func whatIsForgedOrOfAnotherIdentityIsNotBelieved() throws {
    var bench = Bench()
    bench.learn(Made.contacts(10))
    let people = bench.identities(2)
    var forged = people[0].bundle(at: bench.now.timestamp)
    forged.username = "mallory"
    let stale = people[0].bundle(at: bench.now.timestamp - .seconds(86_400))
    let other = people[1].bundle(at: bench.now.timestamp)
    var broken = other
    broken.signingKeyPublic = Base64Data([])
    let (_, directives) = bench.find(.node(people[0].nodeID))
    let rest = bench.answerAll(directives) { _ in .value([forged, other, stale, broken], nodes: []) }
    #expect(rest.outcomes.first?.matches.isEmpty == true && rest.outcomes.first?.ending == .complete)
    #expect(bench.engine.counters["records.found-invalid.bad_bundle_signature"] == 10)
    #expect(bench.engine.counters["records.found-invalid.other_identity"] == 10)
    #expect(bench.engine.counters["records.found-invalid.stale"] == 10)
    #expect(bench.engine.counters["records.found-invalid.wrong_length"] == 10)
  }

  /// Field case D39: who wants only what this node holds gets that, and nobody is asked.
  @Test func whatThisNodeHoldsCanBeHadWithoutAskingAnybody() throws {
    var bench = Bench()
    bench.learn(Made.contacts(20))
    let people = bench.identities(2)
    bench.records.put(try bench.record(of: people[0]))
    let (outcome, directives) = bench.engine.findHeld(.node(people[0].nodeID), at: bench.now)
    #expect(outcome.matches.map(\.record.nodeID) == [people[0].nodeID] && outcome.requests == 0)
    #expect(directives.asks.isEmpty && bench.engine.snapshot.lookups == 0)
    let prefix = try #require(PeerPrefix(people[0].nodeID.hex.prefix(16)))
    #expect(bench.engine.findHeld(.prefix(prefix), at: bench.now).outcome.matches.count == 1)
    #expect(bench.engine.findHeld(.node(people[1].nodeID), at: bench.now).outcome.matches.isEmpty)
    bench.clock.advance(by: bench.engine.settings.recordLease)
    #expect(bench.engine.findHeld(.node(people[0].nodeID), at: bench.now).outcome.matches.isEmpty)
  }

  /// Field case D27: a copy whose time is over is not believed, whatever lease its holder gives it.
  @Test func anExpiredCopyIsDroppedWhoeverServesIt() throws {
    var bench = Bench()
    bench.learn(Made.contacts(20))
    let wanted = bench.identities(1)[0]
    let old = wanted.bundle(at: bench.now.timestamp - .seconds(26 * 3600))
    let rest = bench.answerAll(bench.find(.node(wanted.nodeID)).directives) { _ in
      .value([old], nodes: [])
    }
    #expect(rest.outcomes.first?.matches.isEmpty == true)
    #expect(bench.engine.counters["records.found-invalid.expired"] > 0)
    // And a holder that is asked to keep a record for a year forgets it when its own time is over.
    let bundle = wanted.bundle(at: bench.now.timestamp)
    let requester = Requester(link: 1, nodeID: nil)
    let year = WireDate(bench.now.timestamp + .seconds(365 * 24 * 3600))
    let kept = try bench.engine.answer(
      .store(bundle, expiresAt: year), from: requester, at: bench.now)
    #expect(kept == .stored(.accepted))
    bench.clock.advance(by: bench.engine.settings.recordLease)
    let asked = try bench.engine.answer(
      .findValue(.node(wanted.nodeID)), from: requester, at: bench.now)
    guard case .value(let bundles, _) = asked else {
      return #expect(Bool(false), "no value was answered")
    }
    #expect(bundles.isEmpty)
  }

  /// Field cases D39 and D43: also when this node holds an older copy itself.
  @Test func ofOldAndNewCopiesTheNewestIsReturnedAndTheLaggardsAreRepaired() throws {
    for seed in 0..<20 as Range<UInt64> {
      var bench = Bench()
      bench.rng = SeededRandom(seed: seed)
      let peers = Made.contacts(20, from: seed * 100)
      bench.learn(peers)
      let wanted = bench.identities(1)[0]
      let old = wanted.bundle(at: bench.now.timestamp - .seconds(3600))
      let new = wanted.bundle(at: bench.now.timestamp)
      bench.records.put(try BundleRecord(checking: old, at: bench.now.timestamp))
      let laggards = Set(peers.shuffled(using: &bench.rng).prefix(10).map(\.nodeID))
      let (_, directives) = bench.find(.node(wanted.nodeID))
      var repaired: Set<NodeID> = []
      let rest = bench.answerAll(directives) { ask in
        if case .store(let bundle, _) = ask.request {
          #expect(bundle == new)
          repaired.insert(ask.contact.nodeID)
          return .stored(.accepted)
        }
        return .value([laggards.contains(ask.contact.nodeID) ? old : new], nodes: [])
      }
      let match = try #require(rest.outcomes.first?.matches.first)
      #expect(match.record.bundle == new)
      #expect(match.staleHolders.contains(bench.engine.local))
      #expect(repaired == laggards.intersection(bench.engine.table.entries.map(\.contact.nodeID)))
      #expect(bench.records.record(of: wanted.nodeID, at: bench.now.timestamp)?.bundle == new)
    }
  }

  @Test func allDistinctMatchesOfAPrefixAreReturned() throws {
    var bench = Bench()
    bench.learn(Made.contacts(12))
    // No two identities of a test share eight digits: the prefix matches one, the rest is refused.
    let people = bench.identities(3)
    let bundles = people.map { $0.bundle(at: bench.now.timestamp) }
    let prefix = try #require(PeerPrefix(people[1].nodeID.hex.prefix(8)))
    let (_, directives) = bench.find(.prefix(prefix))
    #expect(directives.asks.first?.request == .findValue(.prefix(prefix)))
    let rest = bench.answerAll(directives) { _ in .value(bundles, nodes: []) }
    let outcome = try #require(rest.outcomes.first)
    #expect(outcome.ending == .complete && outcome.matches.map(\.record.nodeID) == [people[1].nodeID])
    #expect(outcome.matches[0].holders.count == outcome.closest.count)
  }

  @Test func aHolderCountsOnceHoweverOftenItRepeatsItself() throws {
    var bench = Bench()
    bench.learn(Made.contacts(9))
    let wanted = bench.identities(1)[0]
    let bundle = wanted.bundle(at: bench.now.timestamp)
    let holder = Made.contacts(1)[0].nodeID
    let (_, directives) = bench.find(.node(wanted.nodeID))
    let rest = bench.answerAll(directives) { ask in
      .value(ask.contact.nodeID == holder ? Array(repeating: bundle, count: 50) : [], nodes: [])
    }
    let outcome = try #require(rest.outcomes.first)
    #expect(outcome.ending == .complete && outcome.matches.map(\.holders) == [[holder]])
  }

  /// Field case D63: a dial of 40 seconds is slow, not dead; its place is freed early.
  @Test func aSlowAnswerStillCounts() throws {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    bench.engine.linkDown(peer.nodeID)
    let wanted = bench.identities(1)[0]
    let (_, directives) = bench.find(.node(wanted.nodeID))
    let ask = directives.asks[0]
    var outcomes: [LookupOutcome] = []
    bench.run(for: .seconds(110)) { outcomes += $1.outcomes }
    #expect(outcomes.isEmpty && bench.engine.counters["requests.late"] == 1)
    let answered = bench.receive(.value([wanted.bundle(at: bench.now.timestamp)], nodes: []), to: ask)
    #expect(answered.outcomes.first?.matches.count == 1)
    #expect(bench.engine.counters["responses.late"] == 1)
  }

  @Test func silenceFailsAfterTheHardTimeoutAndEndsTheLookup() {
    var bench = Bench()
    bench.learn(Made.contacts(2))
    _ = bench.find(.node(Made.id(77)))
    var outcomes: [LookupOutcome] = []
    bench.run(for: .seconds(121)) { outcomes += $1.outcomes }
    #expect(outcomes.map(\.ending) == [.complete])
    #expect(outcomes.first?.failures == 2 && outcomes.first?.closest.isEmpty == true)
    #expect(bench.engine.counters["requests.failed.timed-out"] == 2)
    #expect(bench.engine.snapshot.requests == 0)
  }

  @Test func withSomethingToShowItDoesNotWaitForTheDead() throws {
    var bench = Bench()
    let peers = Made.contacts(5)
    bench.learn(peers)
    let wanted = bench.identities(1)[0]
    let bundle = wanted.bundle(at: bench.now.timestamp)
    var open = bench.find(.node(wanted.nodeID)).directives.asks
    let start = bench.now.instant
    while let index = open.firstIndex(where: { $0.contact != peers[2] }) {
      open += bench.receive(.value([bundle], nodes: []), to: open.remove(at: index)).asks
    }
    var outcomes: [LookupOutcome] = []
    bench.run(for: .seconds(60)) { outcomes += $1.outcomes }
    let outcome = try #require(outcomes.first)
    #expect(outcome.ending == .complete && outcome.matches.first?.holders.count == 4)
    #expect(bench.now.instant - start >= outcome.duration && outcome.duration < .seconds(31))
  }

  @Test func aLateRequestGoesOnAfterTheLookupSoThatItsContactIsJudged() {
    var bench = Bench()
    let peers = Made.contacts(3)
    bench.learn(peers)
    let (_, directives) = bench.engine.findNode(Made.id(5), at: bench.now, using: &bench.rng)
    for ask in directives.asks.dropFirst() { _ = bench.receive(.nodes([]), to: ask) }
    bench.run(for: .seconds(200))
    #expect(bench.engine.table.entry(directives.asks[0].contact.nodeID)?.failures ?? 0 >= 1)
  }

  @Test func cancellingCallsRequestsOffAndReportsWhatWasFound() throws {
    var bench = Bench()
    bench.learn(Made.contacts(10))
    let wanted = bench.identities(1)[0]
    let (id, directives) = bench.find(.node(wanted.nodeID))
    let next = bench.receive(.value([wanted.bundle(at: bench.now.timestamp)], nodes: []), to: directives.asks[0])
    let open = Set((directives.asks.dropFirst() + next.asks).map(\.id))
    let end = bench.engine.cancel(id, at: bench.now, using: &bench.rng)
    #expect(Set(end.cancelled) == open)
    #expect(end.outcomes.map(\.ending) == [.cancelled] && end.outcomes[0].matches.count == 1)
    #expect(bench.engine.cancel(id, at: bench.now, using: &bench.rng).isEmpty)
    // An answer that comes all the same does no harm.
    _ = bench.receive(.value([], nodes: []), to: directives.asks[1])
    #expect(bench.engine.counters["responses.unexpected"] == 1)
  }

  @Test func anAnswerOfTheWrongKindIsAFailure() {
    var bench = Bench()
    bench.learn(Made.contacts(1))
    let (_, directives) = bench.find(.node(Made.id(9)))
    let end = bench.receive(.pong, to: directives.asks[0])
    #expect(end.outcomes.first?.failures == 1)
    #expect(bench.engine.counters["requests.failed.nonsense"] == 1)
  }

  @Test func anAnswerWithoutIdentifierMeansTheOldestQuestionOfItsKind() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    let first = bench.engine.findNode(Made.id(1), at: bench.now, using: &bench.rng)
    bench.clock.advance(by: .seconds(1))
    let second = bench.engine.findNode(Made.id(2), at: bench.now, using: &bench.rng)
    _ = bench.find(.node(Made.id(3)))
    var ended: [LookupID] = []
    for _ in 0..<3 {
      let directives = bench.engine.received(
        .nodes([]), to: nil, from: peer.nodeID, at: bench.now, using: &bench.rng)
      for case .finished(let id, _) in directives { ended.append(id) }
    }
    #expect(ended == [first.id, second.id])
    #expect(bench.engine.counters["responses.unexpected"] == 1)
  }

  @Test func loopbackAddressesAreBelievedOnlyWhereAllowed() {
    let local = Contact(nodeID: Made.id(3), address: PeerAddress.loopback(port: 9))
    for isAllowed in [false, true] {
      var settings = KademliaSettings()
      settings.acceptsLoopback = isAllowed
      var bench = Bench(settings: settings)
      bench.learn(Made.contacts(1))
      let (_, directives) = bench.find(.node(Made.id(4)))
      let next = bench.receive(.value([], nodes: [local]), to: directives.asks[0])
      #expect(next.asks.map(\.contact) == (isAllowed ? [local] : []))
    }
  }

  /// Field case D9: a store that fails all the while holds nothing up and leaves nothing behind either.
  @Test func lookupsBesideAStoreThatFailsLeaveNothingBehind() {
    var rng = SeededRandom(seed: 3)
    let store = FailingRecordStore()
    var engine = Engine(local: Made.id(1), seeds: [], records: store)
    let now = ManualClock().now
    for number in 0..<2000 as Range<UInt64> {
      let (_, directives) = engine.find(.node(Made.id(10 + number)), at: now, using: &rng)
      #expect(directives.outcomes.map(\.ending) == [.alone])
      #expect(directives.contains { if case .storeFailed = $0 { true } else { false } })
      _ = engine.tick(at: now, using: &rng)
    }
    #expect(
      engine.snapshot.lookups == 0 && engine.snapshot.requests == 0
        && engine.snapshot.queuedLookups == 0)
    #expect(engine.counters["records.store-failures"] >= 2000)
  }

  /// Field case D9.
  @Test func lookupsOfAnEmptyTableLeaveNothingBehind() {
    var bench = Bench()
    for number in 0..<2000 as Range<UInt64> {
      let (_, directives) = bench.find(.node(Made.id(number)))
      #expect(directives.outcomes.map(\.ending) == [.alone])
    }
    let snapshot = bench.engine.snapshot
    #expect(snapshot.lookups == 0 && snapshot.requests == 0)
  }

  @Test func lookupsAndRequestsAreBounded() {
    var settings = KademliaSettings()
    (settings.concurrentLookups, settings.requestsInFlight, settings.queuedLookups) = (40, 20, 10)
    var bench = Bench(settings: settings)
    bench.learn(Made.contacts(20))
    var directives: [Engine.Directive] = []
    for number in 0..<60 as Range<UInt64> {
      directives += bench.engine.findNode(Made.id(1000 + number), at: bench.now, using: &bench.rng).directives
    }
    #expect(directives.asks.count == 20 && bench.engine.snapshot.requests == 20)
    #expect(directives.outcomes.map(\.ending) == Array(repeating: .busy, count: 10))
    let rest = bench.answerAll(directives) { _ in .nodes([]) }
    #expect(rest.outcomes.count { $0.ending == .complete } == 50)
    #expect(bench.mostRequests <= 20 && bench.engine.snapshot.requests == 0 && bench.engine.snapshot.lookups == 0)
  }

  @Test func tenThousandLookupsAtATimeAllEnd() {
    var settings = KademliaSettings()
    settings.concurrentLookups = 16
    var bench = Bench(settings: settings)
    bench.learn(Made.contacts(3))
    var (directives, last): ([Engine.Directive], LookupID?) = ([], nil)
    for number in 0..<10_000 as Range<UInt64> {
      let next = bench.engine.findNode(Made.id(1000 + number), at: bench.now, using: &bench.rng)
      directives += next.directives
      last = next.id
    }
    #expect(directives.asks.count <= 16 * 3)
    #expect(bench.engine.snapshot.lookups == 16 && bench.engine.snapshot.queuedLookups == 9984)
    if let last {
      let cancelled = bench.engine.cancel(last, at: bench.now, using: &bench.rng)
      #expect(cancelled.outcomes.map(\.ending) == [.cancelled])
    }
    let rest = bench.answerAll(directives) { _ in .nodes([]) }
    #expect(rest.outcomes.count { $0.ending == .complete } == 9999)
    #expect(bench.engine.snapshot.lookups == 0 && bench.engine.snapshot.queuedLookups == 0)
  }

  @Test func aTraceTellsWhoWasAskedAndWhatCameOfIt() throws {
    var bench = Bench()
    let peers = Made.contacts(3)
    bench.learn(peers)
    let target = Made.id(77)
    let (_, directives) = bench.engine.findNode(
      target, options: LookupOptions(isTraced: true), at: bench.now, using: &bench.rng)
    bench.clock.advance(by: .seconds(2))
    let further = Made.contacts(2, from: 50)
    let rest = bench.answerAll(directives) { ask in
      switch ask.contact {
      case peers[0]: .nodes(further)
      case peers[1]: nil
      default: .nodes([])
      }
    }
    let trace = try #require(rest.outcomes.first).trace
    #expect(Set(trace.map(\.contact)) == Set(peers + further))
    let first = try #require(trace.first { $0.contact == peers[0] })
    #expect(first.result == .answered(nodes: 2, bundles: 0) && first.askedAfter == .zero)
    #expect(first.endedAfter == .seconds(2) && first.sharedBits == target.distance(to: peers[0].nodeID).sharedBits)
    #expect(trace.first { $0.contact == peers[1] }?.result == .failed(.unreachable))
    #expect(first.path == 1 && first.hop == 1)
    #expect(trace.filter { further.contains($0.contact) }.allSatisfy { $0.hop == 2 })
  }

  @Test func aGuestUsesNoLinkOfThisNode() throws {
    var bench = Bench()
    let near = Made.contact(Made.id(sharing: 2, with: Made.id(5)))
    bench.learn(Made.contacts(2))
    bench.engine.linkDown(Made.contacts(2)[0].nodeID)
    let (id, directives) = bench.engine.find(
      .node(Made.id(5)), options: LookupOptions(isGuest: true), at: bench.now, using: &bench.rng)
    let ask = try #require(directives.asks.first)
    #expect(bench.engine.guestLookup(of: ask.id) == id)
    let own = bench.find(.node(Made.id(6))).directives.asks
    #expect(own.allSatisfy { bench.engine.guestLookup(of: $0.id) == nil })
    // A node met as a guest does not enter the table by it.
    let next = bench.receive(.value([], nodes: [near]), to: ask)
    let further = try #require(next.asks.first { $0.contact == near })
    _ = bench.receive(.value([], nodes: []), to: further)
    #expect(bench.engine.table.entry(near.nodeID) == nil)
  }

  /// Otherwise whoever is given the newer record would learn from whom, and that it was looked for.
  @Test func aGuestRepairsAsAGuest() throws {
    var bench = Bench()
    let peers = Made.contacts(2)
    bench.learn(peers)
    let subject = bench.identities(1)[0]
    let old = subject.bundle(at: bench.now.timestamp - .seconds(60))
    let new = subject.bundle(at: bench.now.timestamp)
    let (id, directives) = bench.engine.find(
      .node(subject.nodeID), options: LookupOptions(isGuest: true), at: bench.now, using: &bench.rng)
    let asks = directives.asks
    try #require(asks.count == 2)
    #expect(asks.allSatisfy { bench.engine.isWanted($0.id) })
    _ = bench.receive(.value([old], nodes: []), to: asks[0])
    let rest = bench.receive(.value([new], nodes: []), to: asks[1])
    let repair = try #require(rest.asks.first)
    #expect(repair.contact == asks[0].contact && bench.engine.guestLookup(of: repair.id) == id)
    #expect(asks.allSatisfy { !bench.engine.isWanted($0.id) })
  }

  @Test func aPingIsTimed() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    var (id, directives) = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
    bench.clock.advance(by: .seconds(3))
    directives = bench.receive(.pong, to: directives.asks[0])
    #expect(directives.contains { if case .pinged(id, .seconds(3)) = $0 { true } else { false } })
    (id, directives) = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
    directives = bench.fail(directives.asks[0])
    #expect(directives.contains { if case .pinged(id, nil) = $0 { true } else { false } })
  }

  @Test func patienceAdaptsToThePeer() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    for _ in 0..<40 {
      let (_, directives) = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
      bench.clock.advance(by: .seconds(6))
      _ = bench.receive(.pong, to: directives.asks[0])
    }
    let typical = bench.engine.table.entry(peer.nodeID)?.roundTrip?.typical ?? .zero
    #expect(typical > .seconds(5) && typical < .seconds(7))
    _ = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
    let late = bench.engine.counters["requests.late"]
    bench.run(for: .seconds(5))
    #expect(bench.engine.counters["requests.late"] == late)
    bench.run(for: .seconds(10))
    #expect(bench.engine.counters["requests.late"] == late + 1)
  }
}
