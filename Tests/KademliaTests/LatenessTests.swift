import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// When a lookup ends that somebody keeps waiting, on a virtual clock.
@Suite struct LatenessTests {
  private let target = Made.id(900)

  /// A static network of honest nodes must not be seen with a hole in it, only because one answer took longer than most.
  @Test func aLateOneAmongTheNearestIsGivenAsLongAgain() throws {
    var (bench, asks) = allButOneHaveAnswered()
    var outcomes: [LookupOutcome] = []
    guard let late = asks.popLast() else {
      Issue.record("the nearest was not asked")
      return
    }
    bench.run(until: 1, "requests.late") { outcomes += $1.outcomes + $0.answer($1.asks) }
    #expect(outcomes.isEmpty)
    outcomes = bench.receive(.nodes([]), to: late).outcomes
    #expect(outcomes.map(\.closest.count) == [20])
    #expect(outcomes.first?.closest.first?.nodeID == late.contact.nodeID)
  }

  @Test func oneThatStaysSilentIsNotWaitedForAnyLonger() {
    var (bench, _) = allButOneHaveAnswered()
    var outcomes: [LookupOutcome] = []
    bench.run(until: 1, "requests.late") { outcomes += $1.outcomes + $0.answer($1.asks) }
    #expect(outcomes.isEmpty)
    let typical = bench.engine.patience.warm
    bench.run(for: typical) { outcomes += $1.outcomes }
    #expect(outcomes.map(\.ending) == [.complete] && outcomes.first?.closest.count == 20)
  }

  /// One far off that is late keeps nobody waiting: its answer would change nothing.
  @Test func aLateOneThatIsNotNearIsNotWaitedFor() throws {
    var bench = Bench()
    let near = (0..<UInt64(20)).map { Made.contact(Made.id(sharing: 12, with: target, $0)) }
    let far = Made.contact(Made.id(sharing: 1, with: target))
    bench.learn([far])
    let (_, directives) = bench.engine.findNode(target, at: bench.now, using: &bench.rng)
    let first = try #require(directives.asks.first)
    bench.engine.linkDown(far.nodeID)
    var outcomes: [LookupOutcome] = []
    let other = Made.contact(Made.id(sharing: 2, with: target))
    var asks = bench.receive(.nodes(Array(near.prefix(19)) + [other]), to: first).asks
    while !asks.isEmpty {
      let ask = asks.removeFirst()
      guard ask.contact != other else { continue }
      let next = bench.receive(.nodes(near), to: ask)
      outcomes += next.outcomes
      asks += next.asks
    }
    bench.run(for: .seconds(1)) { outcomes += $1.outcomes }
    #expect(outcomes.map(\.closest.count) == [20] && outcomes.first?.closest.last != other)
  }

  /// One of eight peers hangs. What the others hold was there after a second; it is not to be shown after fifteen.
  @Test(arguments: [true, false])
  func oneHungPeerOfEightCostsNoMoreThanItsSoftTimeout(isGuest: Bool) throws {
    var bench = Bench()
    let peers = Made.contacts(8)
    bench.learn(peers)
    if !isGuest { for peer in peers { bench.engine.linkDown(peer.nodeID) } }
    let owner = bench.identities(1)[0]
    let query = ValueQuery.prefix(try #require(PeerPrefix(owner.nodeID.hex.prefix(16))))
    let options = LookupOptions(paths: 3, isGuest: isGuest)
    // Earlier finds have shown how long a dial takes.
    for round in 0...12 {
      let (_, directives) = bench.engine.find(query, options: options, at: bench.now, using: &bench.rng)
      let start = bench.now.instant
      bench.clock.advance(by: .milliseconds(700))
      let hung = round == 12 ? peers[3] : nil
      let answer = DHTResponse.value([owner.bundle(at: bench.now.timestamp)], nodes: [])
      var (asks, ends): ([Ask], [Instant]) = (directives.asks, [])
      while !asks.isEmpty {
        let ask = asks.removeFirst()
        guard ask.contact != hung else { continue }
        let next = bench.receive(ask.request.isFind ? answer : ask.plainAnswer, to: ask)
        asks += next.asks
        ends += next.outcomes.map { _ in bench.now.instant }
      }
      bench.run(for: hung == nil ? .zero : .seconds(20)) { bench, next in
        _ = bench.answer(next.asks)
        ends += next.outcomes.map { _ in bench.now.instant }
      }
      let end = try #require(ends.first)
      #expect(end - start <= (hung == nil ? .seconds(1) : .seconds(7)))
    }
  }

  /// Half of a network is gone: dials fail one after another, and whoever is asked in place of those that failed is as
  /// dead. One that has its record does not begin to wait anew each time.
  @Test func whoHasTheRecordDoesNotWaitAnewForEachThatFails() throws {
    var bench = Bench()
    let owner = bench.identities(1)[0]
    let alive = (0..<UInt64(3)).map { Made.contact(Made.id(sharing: 6, with: owner.nodeID, $0)) }
    let dead = (0..<UInt64(40)).map { Made.contact(Made.id(sharing: 5, with: owner.nodeID, 100 + $0)) }
    bench.learn(alive)
    let start = bench.now.instant
    var (_, directives) = bench.find(.node(owner.nodeID))
    var failing: [(at: Instant, ask: Ask)] = []
    var end: Instant?
    while end == nil, bench.now.instant - start < .seconds(200) {
      while let ask = directives.asks.first {
        directives.removeFirst(directives.firstAskCount)
        if alive.contains(ask.contact) {
          let bundles = ask.contact == alive[0] ? [owner.bundle(at: bench.now.timestamp)] : []
          let named = dead.prefix(20)
          let later = dead.dropFirst(20).prefix(20)
          let nodes = ask.contact == alive[1] ? Array(later) : Array(named)
          directives += bench.receive(.value(bundles, nodes: nodes), to: ask)
        } else {
          // Each a little later than the one before, as tor gives up on one onion after another.
          failing.append((bench.now.instant + .seconds(6) + .milliseconds(400) * failing.count, ask))
        }
      }
      if !directives.outcomes.isEmpty {
        end = bench.now.instant
        #expect(directives.outcomes.first?.matches.count == 1)
        break
      }
      failing.sort { $0.at < $1.at }
      let tick = bench.engine.nextDeadline ?? bench.now.instant + .seconds(1)
      if let next = failing.first, next.at <= tick {
        bench.clock.advance(by: max(.zero, next.at - bench.now.instant))
        failing.removeFirst()
        directives = bench.fail(next.ask)
      } else {
        directives = bench.tick(after: max(.zero, tick - bench.now.instant))
      }
    }
    let ended = try #require(end)
    #expect(ended - start <= .seconds(31))
  }

  /// A lookup of nodes where 20 of 21 have answered at once and the nearest, asked first, has not.
  private func allButOneHaveAnswered() -> (Bench, [Ask]) {
    var bench = Bench()
    let seed = Made.contact(Made.id(sharing: 1, with: target))
    let near = Made.contact(Made.id(sharing: 30, with: target))
    let others = (0..<UInt64(20)).map { Made.contact(Made.id(sharing: 3 + Int($0 % 4), with: target, $0)) }
    bench.learn([seed, near])
    let (_, directives) = bench.engine.findNode(target, at: bench.now, using: &bench.rng)
    var (asks, silent): ([Ask], [Ask]) = (directives.asks, [])
    while !asks.isEmpty {
      let ask = asks.removeFirst()
      if ask.contact == near {
        silent.append(ask)
      } else {
        _ = bench.prove(ask.contact)
        let nodes = ask.contact == seed ? Array(others.prefix(20)) : []
        let next = bench.receive(.nodes(nodes), to: ask)
        #expect(next.outcomes.isEmpty)
        asks += next.asks
      }
    }
    return (bench, silent)
  }
}

extension DHTRequest {
  fileprivate var isFind: Bool {
    switch self {
    case .findNode, .findValue: true
    case .ping, .store: false
    }
  }
}

extension [Engine.Directive] {
  /// How many directives there are up to the first request, with it.
  fileprivate var firstAskCount: Int {
    (firstIndex { if case .request = $0 { true } else { false } } ?? count - 1) + 1
  }
}

extension Bench {
  /// Answers what is asked as a node that knows nobody; returns the outcomes of lookups.
  fileprivate mutating func answer(_ asks: [Ask]) -> [LookupOutcome] {
    answerAll(asks.map { .request($0.id, to: $0.contact, $0.request) }, with: \.plainAnswer).outcomes
  }

  /// Ticks at every deadline until something has been counted so often.
  fileprivate mutating func run(
    until count: UInt64, _ counter: String, _ each: (inout Bench, [Engine.Directive]) -> Void
  ) {
    let start = engine.counters[counter]
    while engine.counters[counter] < start + count, let due = engine.nextDeadline {
      let directives = tick(after: max(.zero, due - now.instant))
      each(&self, directives)
    }
  }
}
