import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// Finding the network, and finding it again.
@Suite struct EngineJoiningTests {
  private let seeds = (0..<5).map { Made.onion("seed\($0)") }

  @Test func withoutSavedContactsTheSeedsAreDialledAtOnce() {
    var bench = Bench(seeds: seeds)
    let dials = bench.start().dials
    #expect(dials.count == 3 && Set(dials).isSubset(of: seeds))
  }

  @Test func savedContactsComeFirstAndTheSeedsSoonAfter() {
    var bench = Bench(seeds: seeds)
    let saved = Made.contacts(5)
    let directives = bench.start(saved: saved)
    #expect(directives.asks.count == 3 && directives.dials.isEmpty)
    #expect(directives.asks.allSatisfy { $0.request == .findNode(bench.engine.local) })
    var dials: [PeerAddress] = []
    bench.run(for: .seconds(10)) { dials += $1.dials }
    #expect(dials.count == 3)
  }

  /// Field case D53.
  @Test func savedContactsAloneAreEnough() {
    var bench = Bench(seeds: seeds)
    let saved = Made.contacts(1)[0]
    let ask = bench.start(saved: [saved]).asks[0]
    _ = bench.prove(saved)
    _ = bench.receive(.nodes([]), to: ask)
    #expect(bench.engine.table.entries.map(\.contact) == [saved])
    #expect(bench.engine.snapshot.membership == .joined)
    var dials: [PeerAddress] = []
    bench.run(for: .seconds(60)) { dials += $1.dials }
    #expect(dials.isEmpty)
  }

  /// Field case D25.
  @Test func deadSeedsAreTriedForEverWithoutHurry() {
    var bench = Bench(seeds: [seeds[0]])
    var (attempts, ticks) = (bench.start().dials.count, 0)
    bench.engine.seedFailed(seeds[0])
    bench.run(for: .seconds(3600)) { bench, directives in
      ticks += 1
      attempts += directives.dials.count
      for address in directives.dials { bench.engine.seedFailed(address) }
    }
    #expect(attempts > 30 && attempts < 60)
    #expect(ticks < 400)
    guard case .alone(let tried, _) = bench.engine.snapshot.membership else {
      Issue.record("a node that knows nobody is alone")
      return
    }
    #expect(tried > 30)
  }

  /// Field cases D49 and D55.
  @Test func aSeedThatAppearsLateIsUsedWithinTwoMinutes() {
    var bench = Bench(seeds: [seeds[0]])
    _ = bench.start()
    bench.engine.seedFailed(seeds[0])
    bench.run(for: .seconds(4000)) { bench, directives in
      for address in directives.dials { bench.engine.seedFailed(address) }
    }
    let appeared = bench.now.instant
    var dialledAt: Instant?
    bench.run(for: .seconds(120)) { bench, directives in
      if !directives.dials.isEmpty, dialledAt == nil { dialledAt = bench.now.instant }
    }
    #expect(dialledAt.map { $0 - appeared < .seconds(110) } == true)
    let seed = Contact(nodeID: Made.id(1), address: seeds[0])
    let ask = bench.prove(seed).asks[0]
    let directives = bench.receive(.pong, to: ask)
    #expect(directives.asks.map(\.request) == [.findNode(bench.engine.local)])
    _ = bench.receive(.nodes([]), to: directives.asks[0])
    #expect(bench.engine.snapshot.membership == .joined)
  }

  @Test func withoutSeedsOrContactsItWaitsQuietly() {
    var bench = Bench()
    var count = bench.start().count
    bench.run(for: .seconds(3600)) { count += $1.count }
    #expect(count == 0)
  }

  @Test func aSeedGivenLaterIsDialledAtOnceWhileAlone() {
    var bench = Bench()
    _ = bench.start()
    #expect(bench.engine.addSeed(seeds[0], at: bench.now).dials == [seeds[0]])
    #expect(bench.engine.addSeed(seeds[0], at: bench.now).dials.isEmpty)
    #expect(bench.engine.snapshot.seeds == [seeds[0]])
    bench.engine.removeSeed(seeds[0])
    #expect(bench.engine.snapshot.seeds.isEmpty)
    bench.learn(Made.contacts(1))
    #expect(bench.engine.addSeed(seeds[1], at: bench.now).dials.isEmpty)
  }

  @Test func seedsAreTakenInTurn() {
    var bench = Bench(seeds: seeds)
    var dials = bench.start().dials
    bench.run(for: .seconds(30)) { dials += $1.dials }
    #expect(Set(dials) == Set(seeds))
  }

  /// Field case D3.
  @Test func whenAllContactsFailItBeginsAgainAndComesBack() {
    var bench = Bench(seeds: [seeds[0]])
    let seed = Contact(nodeID: Made.id(1), address: seeds[0])
    _ = bench.start()
    var directives = bench.receive(.pong, to: bench.prove(seed).asks[0])
    _ = bench.receive(.nodes([]), to: directives.asks[0])
    bench.engine.linkDown(seed.nodeID)
    for _ in 0..<3 {
      directives = bench.engine.ping(seed, at: bench.now, using: &bench.rng).directives
      _ = bench.fail(directives.asks[0])
    }
    #expect(bench.engine.snapshot.goodContacts == 0 && bench.engine.table.count == 1)
    // The contact itself is tried again, and the seed beside it.
    var (asked, dialled): ([Contact], [PeerAddress]) = ([], [])
    bench.run(for: .seconds(60)) { bench, directives in
      for ask in directives.asks {
        asked.append(ask.contact)
        _ = bench.fail(ask)
      }
      dialled += directives.dials
    }
    #expect(asked.contains(seed) && dialled.contains(seeds[0]))
    directives = bench.receive(
      .pong, to: bench.prove(Contact(nodeID: Made.id(2), address: Made.onion("x"))).asks[0])
    #expect(bench.engine.snapshot.goodContacts == 1)
    #expect(directives.asks.contains { $0.request == .findNode(bench.engine.local) })
  }

  /// Two that join through one seed at the same moment are told of nobody, and hear of each other by looking again.
  @Test func aSmallNeighbourhoodIsLookedUpAgainSoonAndThenEverLessOften() {
    var bench = Bench(seeds: [seeds[0]])
    _ = bench.start()
    let ask = bench.prove(Contact(nodeID: Made.id(1), address: seeds[0])).asks[0]
    let first = bench.receive(.pong, to: ask).asks[0]
    _ = bench.receive(.nodes([]), to: first)
    func looks(_ duration: Duration) -> Int {
      var count = 0
      bench.run(for: duration) { bench, directives in
        count += directives.asks.count { $0.request == .findNode(bench.engine.local) }
        _ = bench.answerAll(directives, with: \.plainAnswer)
      }
      return count
    }
    #expect((2...3).contains(looks(.seconds(80))))
    #expect((3...4).contains(looks(.seconds(600))))
    #expect((5...7).contains(looks(.seconds(3600))))
  }

  @Test func aLookupBeforeJoiningWaitsForSomebodyToAsk() {
    var bench = Bench(seeds: seeds)
    _ = bench.start()
    let (_, directives) = bench.find(.node(Made.id(9)))
    #expect(directives.isEmpty)
    let joined = bench.receive(.pong, to: bench.prove(Made.contacts(1)[0]).asks[0])
    #expect(joined.asks.contains { $0.request == .findValue(.node(Made.id(9))) })
  }

  @Test func aLookupThatNobodyCanAnswerEnds() {
    var bench = Bench(seeds: seeds)
    _ = bench.start()
    _ = bench.find(.node(Made.id(9)))
    var outcomes: [LookupOutcome] = []
    bench.run(for: .seconds(61)) { outcomes += $1.outcomes }
    #expect(outcomes.map(\.ending) == [.alone])
  }
}
