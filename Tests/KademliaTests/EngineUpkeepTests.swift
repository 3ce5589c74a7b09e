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
