import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// What keeps the table true and the records present while nothing happens.
@Suite struct EngineUpkeepTests {
  /// Contacts spread over many buckets.
  private func spread(_ count: Int, around local: NodeID) -> [Contact] {
    (0..<UInt64(count)).map { Made.contact(Made.id(sharing: Int($0 % 10), with: local, $0)) }
  }

  @Test func everyBucketIsLookedUpOnceAnHour() {
    var bench = Bench()
    _ = bench.start()
    bench.learn(spread(60, around: bench.engine.local))
    var targets: [Int: Int] = [:]
    bench.run(for: .seconds(3 * 3600 + 1200)) { bench, directives in
      for ask in directives.asks {
        if case .findNode(let target) = ask.request,
          let bucket = bench.engine.local.distance(to: target).bucketIndex
        {
          targets[bucket, default: 0] += 1
        }
      }
      _ = bench.answerAll(directives, with: \.plainAnswer)
    }
    #expect(Set(targets.keys) == Set(246...255))
    // At most three requests begin a lookup.
    #expect(targets.values.allSatisfy { $0 >= 3 * 2 && $0 <= 3 * 5 })
    #expect(bench.engine.counters["refreshes"] >= 30)
  }

  /// Field case D19.
  @Test func aSilentContactIsAskedAndThenGoes() {
    var bench = Bench()
    _ = bench.start()
    let contacts = spread(30, around: bench.engine.local)
    bench.learn(contacts)
    for contact in contacts { bench.engine.linkDown(contact.nodeID) }
    let silent = contacts[7].nodeID
    bench.run(for: .seconds(6 * 3600)) { bench, directives in
      _ = bench.answerAll(directives) { $0.contact.nodeID == silent ? nil : $0.plainAnswer }
    }
    #expect(bench.engine.table.count == 29 && bench.engine.table.entry(silent) == nil)
    #expect(bench.engine.table.goodCount == 29)
  }

  /// The refresh of a full bucket asks as many as show that the search has converged, of another one all of the nearest.
  @Test func aFullBucketIsRefreshedBriefly() {
    for (count, requests) in [(20 as UInt64, 3...8), (12, 15...40)] {
      var bench = Bench()
      _ = bench.start()
      let local = bench.engine.local
      // Only the farthest bucket is due: the others lie nearer than the last of the neighbourhood.
      let far = (0..<count).map { Made.contact(Made.id(sharing: 0, with: local, $0)) }
      let near = (100..<130 as Range<UInt64>).map {
        Made.contact(Made.id(sharing: 6, with: local, $0))
      }
      bench.learn(far + near)
      var asked: [NodeID: Int] = [:]
      bench.run(for: .seconds(3600 * 2)) { bench, directives in
        let table = bench.engine.table
        _ = bench.answerAll(directives) { ask in
          guard case .findNode(let target) = ask.request, local.distance(to: target).bucketIndex == 255 else {
            return ask.plainAnswer
          }
          asked[target, default: 0] += 1
          return .nodes(table.closest(to: target, count: 20))
        }
      }
      #expect(!asked.isEmpty)
      #expect(asked.values.allSatisfy(requests.contains), "\(asked.values)")
    }
  }

  /// Field case D51: it is not given up as long as fewer than k are known, and the others are asked all the same.
  @Test func aDeadContactThatStaysKeepsNobodyFromBeingAsked() {
    var bench = Bench()
    _ = bench.start()
    let contacts = spread(10, around: bench.engine.local)
    bench.learn(contacts)
    for contact in contacts { bench.engine.linkDown(contact.nodeID) }
    let dead = contacts[0].nodeID
    var heard: Set<NodeID> = []
    bench.run(for: .seconds(4 * 3600)) { bench, directives in
      _ = bench.answerAll(directives) { ask in
        guard ask.contact.nodeID != dead else { return nil }
        heard.insert(ask.contact.nodeID)
        return ask.plainAnswer
      }
    }
    #expect(heard.count == 9 && bench.engine.table.goodCount == 9)
    #expect(
      bench.engine.table.entry(dead).map {
        $0.failures >= bench.engine.settings.failuresBeforeEviction
      } == true)
  }

  /// Field case D59: whoever comes, asks and goes leaves nothing that is not bounded.
  @Test func aCrowdThatPassesByLeavesNothingBehind() throws {
    var settings = KademliaSettings()
    settings.budgets = 256
    var bench = Bench(settings: settings)
    _ = bench.start()
    bench.learn(spread(40, around: bench.engine.local))
    let table = bench.engine.table.count
    let links = bench.engine.snapshot.links
    for number in 0..<20_000 as Range<UInt64> {
      let contact = Contact(nodeID: Made.id(1000 + number), address: .loopback(port: 1))
      for probed in bench.prove(contact, dialled: false).probes {
        bench.engine.probeFailed(probed, at: bench.now)
      }
      let requester = Requester(link: number, nodeID: contact.nodeID)
      _ = try bench.engine.answer(.findNode(Made.id(7)), from: requester, at: bench.now)
      bench.engine.linkDown(contact.nodeID)
      if number.isMultiple(of: 100) {
        _ = bench.answerAll(bench.tick(after: .seconds(60)), with: \.plainAnswer)
      }
    }
    let snapshot = bench.engine.snapshot
    #expect(snapshot.contacts.count == table && snapshot.links == links)
    #expect(
      snapshot.budgets <= 256 && snapshot.requests == 0 && snapshot.lookups == 0
        && snapshot.records == 0)
    #expect(bench.engine.doorCount <= 3 * 256)
  }

  /// Field case D13.
  @Test func expiredRecordsGoWithoutBeingAskedFor() throws {
    var bench = Bench()
    _ = bench.start()
    for identity in bench.identities(30) { bench.records.put(try bench.record(of: identity)) }
    bench.run(for: .seconds(25 * 3600 - 400))
    #expect(bench.records.count() == 30)
    bench.run(for: .seconds(800))
    #expect(bench.records.count() == 0)
    #expect(bench.engine.counters["records.expired"] == 30)
  }

  @Test func contactsAreSavedAfterTheyChanged() {
    var bench = Bench()
    _ = bench.start()
    let contacts = Made.contacts(5)
    bench.learn(contacts)
    var saves: [[Contact]] = []
    bench.run(for: .seconds(3600)) { bench, directives in
      saves += directives.saves
      _ = bench.answerAll(directives, with: \.plainAnswer)
    }
    #expect(saves.count == 1 && Set(saves[0]) == Set(contacts))
    #expect(Set(bench.engine.contactsToSave) == Set(contacts))
  }

  @Test func theMostRecentlySeenAreSavedFirstAndNotTooMany() {
    var settings = KademliaSettings()
    settings.savedContacts = 3
    var bench = Bench(settings: settings)
    let contacts = Made.contacts(6)
    for contact in contacts {
      bench.clock.advance(by: .seconds(1))
      bench.learn([contact])
    }
    #expect(bench.engine.contactsToSave == [contacts[5], contacts[4], contacts[3]])
  }

  @Test func aRunWithoutANetworkForgetsNobody() {
    var bench = Bench()
    let saved = Made.contacts(4)
    _ = bench.answerAll(bench.start(saved: saved)) { _ in nil }
    #expect(bench.engine.contactsToSave == saved)
    let newcomer = Made.contacts(1, from: 60)
    bench.learn(newcomer + [saved[2]])
    for _ in 0..<5 {
      _ = bench.fail(bench.engine.ping(saved[2], at: bench.now, using: &bench.rng).directives.asks[0])
    }
    #expect(bench.engine.contactsToSave == newcomer + [saved[2], saved[0], saved[1], saved[3]])
  }

  /// Field case D57.
  @Test func afterSleepWhatFellDueIsSpreadAndNobodyIsBlamed() throws {
    var bench = Bench()
    _ = bench.start()
    let contacts = spread(40, around: bench.engine.local)
    bench.learn(contacts)
    _ = bench.answerAll(
      try bench.engine.publish(bench.identity.bundle(at: bench.now.timestamp), at: bench.now, using: &bench.rng),
      with: \.plainAnswer)
    _ = bench.engine.findNode(Made.id(3), at: bench.now, using: &bench.rng)
    let woken = bench.tick(after: .seconds(20 * 3600))
    #expect(bench.engine.counters["wakes"] == 1)
    #expect(woken.asks.isEmpty && !woken.wantsRepublishing && woken.outcomes.count == 1)
    #expect(bench.engine.table.entries.allSatisfy { $0.failures == 0 })
    var due: [Duration] = []
    let start = bench.now.instant
    bench.run(for: .seconds(125)) { bench, directives in
      if !directives.isEmpty { due.append(bench.now.instant - start) }
      _ = bench.answerAll(directives, with: \.plainAnswer)
    }
    #expect(due.count >= 3 && Set(due).count == due.count)
    #expect(bench.engine.counters["publications.due"] >= 1)
    // A lookup works at once.
    let rest = bench.answerAll(bench.find(.node(Made.id(5))).directives, with: \.plainAnswer)
    #expect(rest.outcomes.first?.ending == .complete)
  }

  @Test func aDayOfServiceLeavesNothingBehind() {
    var bench = Bench()
    _ = bench.start()
    bench.learn(spread(60, around: bench.engine.local))
    bench.run(for: .seconds(24 * 3600)) { bench, directives in _ = bench.answerAll(directives, with: \.plainAnswer)
    }
    let snapshot = bench.engine.snapshot
    #expect(snapshot.lookups == 0 && snapshot.requests == 0 && snapshot.contacts.count == 60)
    #expect(snapshot.counters["requests.failed.timed-out"] == 0)
  }

  /// After a partition of an hour the other half is known only from before.
  @Test func contactsThatWereGivenUpAreTriedAgain() {
    var bench = Bench()
    _ = bench.start()
    let (near, cut) = (Made.contacts(24), Made.contacts(8, from: 400))
    bench.learn(near + cut)
    let known = cut.filter { bench.engine.table.entry($0.nodeID) != nil }
    for contact in known {
      for _ in 0..<3 {
        let asks = bench.engine.ping(contact, at: bench.now, using: &bench.rng).directives.asks
        _ = bench.fail(asks[0])
      }
      bench.engine.linkDown(contact.nodeID)
    }
    #expect(known.allSatisfy { bench.engine.table.entry($0.nodeID) == nil })
    var tried: Set<NodeID> = []
    bench.run(for: .seconds(24 * 3600)) { bench, directives in
      tried.formUnion(directives.asks.map(\.contact).filter { cut.contains($0) }.map(\.nodeID))
      _ = bench.answerAll(directives) { cut.contains($0.contact) ? nil : $0.plainAnswer }
    }
    #expect(tried == Set(known.map(\.nodeID)))
  }

  @Test func aSmallNetworkDialsItsSeedsFromTimeToTime() {
    let seed = Made.onion("seed")
    var bench = Bench(seeds: [seed])
    _ = bench.start()
    bench.engine.seedFailed(seed)
    bench.learn(Made.contacts(2))
    var dials = 0
    bench.run(for: .seconds(3600)) { bench, directives in
      dials += directives.dials.count
      for address in directives.dials { bench.engine.seedFailed(address) }
      _ = bench.answerAll(directives, with: \.plainAnswer)
    }
    #expect(dials >= 4 && dials <= 8)
  }
}
