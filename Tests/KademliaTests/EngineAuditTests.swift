import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// Reading the own record back, starting again, and leaving.
@Suite struct EngineAuditTests {
  private func published(_ peers: [Contact]) throws -> (Bench, PreKeyBundle) {
    var bench = Bench()
    _ = bench.start()
    bench.learn(peers)
    let bundle = bench.identity.bundle(at: bench.now.timestamp)
    let directives = try bench.engine.publish(bundle, at: bench.now, using: &bench.rng)
    _ = bench.answerAll(directives, with: \.plainAnswer)
    return (bench, bundle)
  }

  @Test func whatIsMissingIsStoredAgain() throws {
    let peers = Made.contacts(10)
    var (bench, bundle) = try published(peers)
    let old = bench.identity.bundle(at: bench.now.timestamp - .seconds(60))
    let (keeps, stale) = (Set(peers.prefix(5).map(\.nodeID)), Set(peers[5..<7].map(\.nodeID)))
    var restored: Set<NodeID> = []
    let rest = bench.answerAll(bench.engine.audit(at: bench.now, using: &bench.rng)) { ask in
      switch ask.request {
      case .store(let stored, _):
        #expect(stored == bundle)
        restored.insert(ask.contact.nodeID)
        return .stored(.accepted)
      case .findValue:
        let nodeID = ask.contact.nodeID
        return .value(keeps.contains(nodeID) ? [bundle] : stale.contains(nodeID) ? [old] : [], nodes: [])
      case .ping, .findNode: return ask.plainAnswer
      }
    }
    let report = try #require(rest.audits.first)
    #expect(Set(report.replicas) == keeps && report.stale == 2 && report.missing == 3 && report.asked == 10)
    #expect(restored == Set(peers.map(\.nodeID)).subtracting(keeps))
    #expect(bench.engine.snapshot.lastAudit == report && bench.engine.snapshot.replicas == 10)
  }

  /// Nobody to ask is no sign that the copies are gone.
  @Test func anAuditThatNobodyAnswersChangesNothing() throws {
    let peers = Made.contacts(6)
    var (bench, bundle) = try published(peers)
    _ = bench.answerAll(bench.engine.audit(at: bench.now, using: &bench.rng)) { ask in
      if case .findValue = ask.request { return .value([bundle], nodes: []) }
      return ask.plainAnswer
    }
    let before = try #require(bench.engine.snapshot.lastAudit)
    let rest = bench.answerAll(bench.engine.audit(at: bench.now, using: &bench.rng)) { _ in nil }
    #expect(rest.audits.map(\.asked) == [0])
    #expect(bench.engine.snapshot.lastAudit == before && bench.engine.snapshot.replicas == 6)
  }

  @Test func aNewerOneElsewhereIsToldAndNotOverwritten() throws {
    let peers = Made.contacts(6)
    var (bench, _) = try published(peers)
    let newer = bench.identity.bundle(at: bench.now.timestamp + .seconds(60))
    let rest = bench.answerAll(bench.engine.audit(at: bench.now, using: &bench.rng)) { ask in
      if case .store = ask.request { Issue.record("the older record was stored again") }
      return .value([newer], nodes: [])
    }
    #expect(rest.audits.map(\.isNewerElsewhere) == [true])
  }

  @Test func auditsComeByThemselvesAndSoonerWhenCopiesAreGone() throws {
    for keeps in [true, false] {
      var (bench, bundle) = try published(Made.contacts(12))
      var audits = 0
      bench.run(for: .seconds(6 * 3600)) { bench, directives in
        let rest = bench.answerAll(directives) { ask in
          if case .findValue = ask.request { return .value(keeps ? [bundle] : [], nodes: []) }
          return ask.plainAnswer
        }
        audits += rest.audits.count
      }
      #expect(keeps ? audits >= 3 && audits <= 6 : audits >= 18)
    }
  }

  @Test func nothingIsAuditedBeforeSomethingIsPublished() {
    var bench = Bench()
    bench.learn(Made.contacts(3))
    #expect(bench.engine.audit(at: bench.now, using: &bench.rng).isEmpty)
  }

  // MARK: Lag and restarts

  /// Field case D11.
  @Test func aPublisherThatFallsBehindKnowsIt() throws {
    var (bench, _) = try published(Made.contacts(4))
    bench.clock.advance(by: .seconds(14 * 3600))
    #expect(bench.engine.publicationLag(at: bench.now.instant) == .zero)
    bench.clock.advance(by: .seconds(3600))
    #expect(bench.engine.publicationLag(at: bench.now.instant) > .seconds(1000))
  }

  @Test func afterARestartARecordInForceIsPublishedWithinSomeTime() throws {
    var waits: [Duration] = []
    for seed in 0..<8 as Range<UInt64> {
      var bench = Bench()
      bench.rng = SeededRandom(seed: seed)
      bench.records.put(try bench.record(of: bench.identity))
      bench.clock.advance(by: .seconds(60))
      _ = bench.start()
      bench.learn(Made.contacts(4))
      let bundle = bench.identity.bundle(at: bench.now.timestamp)
      let directives = try bench.engine.resumePublishing(bundle, at: bench.now, using: &bench.rng)
      #expect(directives.asks.isEmpty)
      #expect(bench.engine.resumedRecord?.nodeID == bench.identity.nodeID)
      waits.append(try #require(bench.engine.snapshot.republishDue) - bench.now.instant)
      var wanted = 0
      bench.run(for: .seconds(610)) { if $1.wantsRepublishing { wanted += 1 } }
      #expect(wanted >= 1)
    }
    #expect(waits.allSatisfy { $0 >= .zero && $0 < .seconds(600) })
    #expect((waits.max() ?? .zero) - (waits.min() ?? .zero) > .seconds(200))
  }

  @Test func whatChangedIsPublishedAtOnceAndWhatWasWithdrawnStaysSo() throws {
    var bench = Bench()
    bench.records.put(try bench.record(of: bench.identity))
    bench.learn(Made.contacts(4))
    let renamed = bench.identity.bundle(at: bench.now.timestamp, username: "other")
    #expect(!(try bench.engine.resumePublishing(renamed, at: bench.now, using: &bench.rng).asks.isEmpty))
    var gone = Bench()
    let withdrawal = gone.identity.withdrawal(at: gone.now.timestamp)
    gone.records.put(try BundleRecord(checking: withdrawal, at: gone.now.timestamp))
    gone.clock.advance(by: .seconds(60))
    gone.learn(Made.contacts(4))
    let bundle = gone.identity.bundle(at: gone.now.timestamp)
    #expect(try gone.engine.resumePublishing(bundle, at: gone.now, using: &gone.rng).asks.isEmpty)
    #expect(gone.engine.snapshot.isWithdrawn)
  }

  // MARK: Leaving

  @Test func whoLeavesHandsOverWhatItWasNearTo() throws {
    var bench = Bench()
    let local = bench.engine.local
    // The leaving node is nearer to what it holds than all but a few.
    let peers = (0..<40 as Range<UInt64>).map { Made.contact(Made.id(sharing: Int($0 % 4), with: local, $0)) }
    bench.learn(peers)
    let others = bench.identities(60)
    for other in others { bench.records.put(try bench.record(of: other)) }
    bench.records.put(try bench.record(of: bench.identity))
    let directives = bench.engine.leave(at: bench.now, using: &bench.rng)
    let table = bench.engine.table
    let due = others.filter { other in
      let nearest = table.closest(to: other.nodeID, count: 20)
      return local.distance(to: other.nodeID) < nearest[19].nodeID.distance(to: other.nodeID)
    }
    #expect(directives.asks.count == due.count && !due.isEmpty && due.count < 60)
    for ask in directives.asks {
      guard case .store(let bundle, _) = ask.request, let key = bundle.identityKeys?.nodeID else { continue }
      #expect(table.closest(to: key, count: 20).last == ask.contact)
    }
    let rest = bench.answerAll(directives) { $0.contact == peers[0] ? nil : $0.plainAnswer }
    #expect(rest.count { if case .left = $0 { true } else { false } } == 1)
  }

  /// An heir is given no more at once than its link may bring, and in the end all.
  @Test func anHeirOfManyRecordsIsGivenThemAtThePaceOfItsBudget() throws {
    var settings = KademliaSettings()
    settings.recordsAtOnce = 2
    var bench = Bench(settings: settings)
    let local = bench.engine.local
    bench.learn(
      (0..<20 as Range<UInt64>).map { Made.contact(Made.id(sharing: 4, with: local, $0)) })
    let table = bench.engine.table
    var due: Set<NodeID> = []
    for other in bench.identities(300) {
      bench.records.put(try bench.record(of: other))
      let farthest = table.closest(to: other.nodeID, count: 20)[19].nodeID
      guard local.distance(to: other.nodeID) < farthest.distance(to: other.nodeID) else { continue }
      if other.nodeID.distance(to: local).sharedBits >= 1 { due.insert(other.nodeID) }
    }
    var (given, most, hasLeft) = ([NodeID: [NodeID]](), 0, false)
    var directives = bench.engine.leave(at: bench.now, using: &bench.rng)
    for _ in 0..<500 where !hasLeft {
      most = max(
        most,
        Dictionary(grouping: directives.asks, by: \.contact.nodeID).values.map(\.count).max() ?? 0)
      let rest = bench.answerAll(directives) { ask in
        if case .store(let bundle, _) = ask.request, let key = bundle.identityKeys?.nodeID {
          given[ask.contact.nodeID, default: []].append(key)
        }
        return ask.plainAnswer
      }
      hasLeft = (directives + rest).contains { if case .left = $0 { true } else { false } }
      guard let next = bench.engine.nextDeadline else { break }
      directives = hasLeft ? [] : bench.tick(after: max(.zero, next - bench.now.instant))
    }
    #expect(hasLeft)
    #expect(most == 2 && given.values.contains { $0.count > 2 })
    #expect(Set(given.values.joined()).isSuperset(of: due) && !due.isEmpty)
    #expect(Set(given.values.joined()).count == given.values.joined().count, "none is handed over twice")
  }

  @Test func whoHoldsNothingLeavesAtOnce() {
    var bench = Bench()
    let directives = bench.engine.leave(at: bench.now, using: &bench.rng)
    #expect(directives.contains { if case .left = $0 { true } else { false } })
  }
}

extension [Engine.Directive] {
  fileprivate var audits: [AuditReport] {
    compactMap { if case .audited(let report) = $0 { report } else { nil } }
  }
}
