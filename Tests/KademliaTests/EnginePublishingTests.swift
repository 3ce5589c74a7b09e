import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

@Suite struct EnginePublishingTests {
  private func publish(_ bench: inout Bench, _ bundle: PreKeyBundle? = nil) throws -> [Engine.Directive] {
    try bench.engine.publish(
      bundle ?? bench.identity.bundle(at: bench.now.timestamp), at: bench.now, using: &bench.rng)
  }

  @Test func theBundleGoesToThoseWhoAnsweredTheLookup() throws {
    var bench = Bench()
    bench.learn(Made.contacts(12))
    let dead = Set(Made.contacts(4).map(\.nodeID))
    let bundle = bench.identity.bundle(at: bench.now.timestamp)
    var stored: Set<NodeID> = []
    let rest = bench.answerAll(try publish(&bench, bundle)) { ask in
      if case .store(let sent, let expiresAt) = ask.request {
        #expect(sent == bundle && expiresAt.timestamp == bundle.timestamp.timestamp + .seconds(25 * 3600))
        stored.insert(ask.contact.nodeID)
        return .stored(.accepted)
      }
      return dead.contains(ask.contact.nodeID) ? nil : .nodes([])
    }
    #expect(stored.count == 8 && stored.isDisjoint(with: dead))
    #expect(rest.reports.map(\.isFinal) == [false, true])
    #expect(rest.reports.map(\.accepted) == [3, 8])
    #expect(bench.engine.snapshot.replicas == 8)
    #expect(bench.records.record(of: bench.engine.local, at: bench.now.timestamp)?.bundle == bundle)
  }

  @Test func refusalsAreToldApart() throws {
    var bench = Bench()
    let peers = Made.contacts(5)
    bench.learn(peers)
    let newer = bench.identity.bundle(at: bench.now.timestamp + .seconds(60))
    let rest = bench.answerAll(try publish(&bench)) { ask in
      guard case .store = ask.request else { return .nodes([]) }
      switch ask.contact.nodeID {
      case peers[0].nodeID: return .stored(.refused("older", newer: newer))
      case peers[1].nodeID, peers[2].nodeID: return .stored(.refused("full", newer: nil))
      case peers[3].nodeID: return nil
      default: return .stored(.accepted)
      }
    }
    let report = try #require(rest.reports.last)
    #expect(report.isFinal && report.asked == 5 && report.holders == [peers[4].nodeID])
    #expect(report.newer == 1 && report.refused == ["full": 2] && report.unanswered == 1)
  }

  /// Withdrawn and published again within a second: what is meant to take the other's place does, at every holder.
  @Test func whatReplacesARecordOfThisSecondIsSignedForTheNext() throws {
    var bench = Bench()
    let now = bench.now.timestamp
    let bundle = bench.identity.bundle(at: now)
    #expect(bench.engine.signingTime(of: bundle, at: now) == now)
    var last = try BundleRecord(checking: bundle, at: now)
    bench.records.put(last)
    #expect(bench.engine.signingTime(of: bundle, at: now) == now)
    for change in 0..<6 {
      let isWithdrawal = change.isMultiple(of: 2)
      let made = { [identity = bench.identity] in
        isWithdrawal ? identity.withdrawal(at: $0) : identity.bundle(at: $0)
      }
      let next = made(bench.engine.signingTime(of: made(now), at: now))
      _ = try publish(&bench, next)
      let record = try BundleRecord(checking: next, at: now)
      #expect(record.isNewer(than: last) && record.isWithdrawal == isWithdrawal)
      last = record
    }
  }

  @Test func aClockThatWasSetBackIsNotCaughtUpWith() throws {
    var bench = Bench()
    let ahead = bench.now.timestamp + .seconds(200)
    bench.records.put(try BundleRecord(checking: bench.identity.bundle(at: ahead), at: ahead))
    let (withdrawal, now) = (bench.identity.withdrawal(at: bench.now.timestamp), bench.now.timestamp)
    #expect(bench.engine.signingTime(of: withdrawal, at: now) == now)
  }

  @Test func onlyTheOwnSignedBundleIsPublished() throws {
    var bench = Bench()
    let other = bench.identities(1)[0].bundle(at: bench.now.timestamp)
    #expect(throws: RecordRefusal.otherIdentity) { try publish(&bench, other) }
    var unsigned = bench.identity.bundle(at: bench.now.timestamp)
    unsigned.bundleSignature = nil
    #expect(throws: RecordRefusal.bundle(.notFullySigned)) { try publish(&bench, unsigned) }
  }

  /// Field case D41.
  @Test func aHolderThatHangsDoesNotKeepThePublicationFromEnding() throws {
    var bench = Bench()
    bench.learn(Made.contacts(5))
    var open = try publish(&bench).asks
    var reports: [PublishReport] = []
    while let ask = open.popLast() {
      let isHanging = if case .store = ask.request { ask.contact == Made.contacts(5)[2] } else { false }
      if isHanging { continue }
      let isStore = if case .store = ask.request { true } else { false }
      let next = bench.receive(isStore ? .stored(.accepted) : .nodes([]), to: ask)
      open += next.asks
      reports += next.reports
    }
    #expect(reports.map(\.isFinal) == [false])
    bench.run(for: .seconds(121)) { reports += $1.reports }
    #expect(reports.last?.isFinal == true && reports.last?.unanswered == 1 && reports.last?.accepted == 4)
    #expect(bench.engine.snapshot.republishDue != nil)
  }

  /// Field case D45.
  @Test func theSameBundleTwiceIsOnePublicationAndANewerOneFollows() throws {
    var bench = Bench()
    bench.learn(Made.contacts(4))
    let bundle = bench.identity.bundle(at: bench.now.timestamp)
    let newer = bench.identity.bundle(at: bench.now.timestamp + .seconds(1))
    let first = try publish(&bench, bundle)
    #expect(try publish(&bench, bundle).isEmpty && !bench.engine.hasQueuedPublication)
    #expect(try publish(&bench, newer).isEmpty && bench.engine.hasQueuedPublication)
    var stored: [PreKeyBundle] = []
    let rest = bench.answerAll(first) { ask in
      guard case .store(let sent, _) = ask.request else { return .nodes([]) }
      stored.append(sent)
      return .stored(.accepted)
    }
    #expect(stored == Array(repeating: bundle, count: 4) + Array(repeating: newer, count: 4))
    #expect(rest.reports.count { $0.isFinal } == 2)
    #expect(bench.engine.counters["publications.started"] == 2 && !bench.engine.hasQueuedPublication)
  }

  /// Field case D7: the publisher renews its record well before it would end.
  @Test func theBundleIsPublishedAgainTwiceADay() throws {
    var bench = Bench()
    _ = bench.start()
    bench.learn(Made.contacts(4))
    _ = bench.answerAll(try publish(&bench), with: \.plainAnswer)
    var times: [Duration] = []
    let start = bench.now.instant
    bench.run(for: .seconds(72 * 3600)) { bench, directives in
      var next = directives
      if directives.wantsRepublishing {
        times.append(bench.now.instant - start)
        next += (try? publish(&bench)) ?? []
      }
      _ = bench.answerAll(next, with: \.plainAnswer)
    }
    #expect(times.count >= 5 && times.count <= 7)
    let gaps = zip([.zero] + times, times).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 > .seconds(9 * 3600) && $0 < .seconds(15 * 3600) })
  }

  @Test func whatNobodyTookIsPublishedAfterJoining() throws {
    let seed = Made.onion("seed")
    var bench = Bench(seeds: [seed])
    _ = bench.start()
    let bundle = bench.identity.bundle(at: bench.now.timestamp)
    #expect(try publish(&bench, bundle).asks.isEmpty)
    var reports: [PublishReport] = []
    bench.run(for: .seconds(61)) { reports += $1.reports }
    #expect(reports.map(\.accepted) == [0])
    let joined = bench.receive(.pong, to: bench.prove(Contact(nodeID: Made.id(1), address: seed)).asks[0])
    _ = bench.answerAll(joined) { _ in .nodes([]) }
    #expect(bench.tick(after: .zero).wantsRepublishing)
  }

  @Test func aPublicationBegunWhileJoiningGoesOnWithTheFirstContact() throws {
    let seed = Made.onion("seed")
    var bench = Bench(seeds: [seed])
    _ = bench.start()
    expectEqual(try publish(&bench).asks.count, 0)
    let joined = bench.receive(.pong, to: bench.prove(Contact(nodeID: Made.id(1), address: seed)).asks[0])
    let rest = bench.answerAll(joined, with: \.plainAnswer)
    #expect(rest.reports.map(\.accepted) == [1] && rest.reports[0].isFinal)
  }

  @Test func aPublicationWithoutAcceptanceIsTriedAgainWithBackOff() throws {
    var bench = Bench()
    _ = bench.start()
    bench.learn(Made.contacts(3))
    var gaps: [Duration] = []
    for _ in 0..<8 {
      _ = bench.answerAll(try publish(&bench)) { ask in
        if case .store = ask.request { .stored(.refused("full", newer: nil)) } else { .nodes([]) }
      }
      let due = try #require(bench.engine.snapshot.republishDue)
      gaps.append(due - bench.now.instant)
      bench.clock.advance(by: .seconds(1))
    }
    #expect(gaps[0] < .seconds(40) && gaps[7] > .seconds(1400) && gaps[7] < .seconds(2200))
  }

  @Test func aNewNeighbourIsGivenTheBundle() throws {
    var bench = Bench()
    _ = bench.start()
    bench.learn(Made.contacts(3))
    let bundle = bench.identity.bundle(at: bench.now.timestamp)
    _ = bench.answerAll(try publish(&bench, bundle), with: \.plainAnswer)
    let newcomer = Made.contacts(1, from: 50)[0]
    let directives = bench.receive(.pong, to: bench.prove(newcomer).asks[0])
    guard case .store(bundle, _)? = directives.asks.first?.request else {
      Issue.record("the newcomer was not given the bundle")
      return
    }
    _ = bench.receive(.stored(.accepted), to: directives.asks[0])
    #expect(bench.engine.snapshot.replicas == 4)
    // One that is not among the k nearest is not.
    bench.learn(
      (0..<30 as Range<UInt64>).map {
        Made.contact(Made.id(sharing: Int($0 % 3) + 5, with: bench.engine.local, $0))
      })
    let far = Made.contact(Made.id(sharing: 0, with: bench.engine.local, 900))
    let later = bench.receive(.pong, to: bench.prove(far).asks[0])
    #expect(later.asks.isEmpty)
  }
}
