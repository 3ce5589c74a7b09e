import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// Many forged identities around one key, in a world without delays.
@Suite struct SybilTests {
  enum Conduct: CaseIterable {
    /// Takes records and drops them, holds nothing, names its like.
    case lies
    /// Does not answer.
    case isSilent
    /// As the first, but names nodes near the key that do not exist.
    case forges
  }

  /// Sixty honest nodes that know one another and the forged ones as long as their buckets have room.
  private struct Town {
    var clock = ManualClock()
    var rng: SeededRandom
    let conduct: Conduct
    let identities: [SimulatedIdentity]
    let sybils: [Contact]
    let isSybil: Set<NodeID>
    var engines: [Engine] = []
    var indices: [NodeID: Int] = [:]
    var stores: [MemoryRecordStore] = []
    /// Whether the first node answers no longer, whose key is surrounded.
    var isVictimGone = false

    init(seed: UInt64, sybils count: Int, _ conduct: Conduct) {
      var rng = SeededRandom(seed: seed)
      self.conduct = conduct
      let identities = (0..<60).map { _ in SimulatedIdentity(using: &rng) }
      let victim = identities[0].nodeID
      let sybils = (0..<UInt64(count)).map { Made.contact(Made.id(sharing: 16, with: victim, seed * 1000 + $0)) }
      (self.identities, self.sybils, isSybil) = (identities, sybils, Set(sybils.map(\.nodeID)))
      for (index, identity) in identities.enumerated() {
        var table = RoutingTable(local: identity.nodeID)
        // They came before anything was known of the network's size.
        for contact in (sybils + identities.map(\.contact)).shuffled(using: &rng) {
          _ = table.admit(contact, at: clock.now.instant)
        }
        stores.append(MemoryRecordStore())
        engines.append(Engine(local: identity.nodeID, seeds: [], records: stores[index], table: table))
        indices[identity.nodeID] = index
      }
      self.rng = rng
      for index in engines.indices {
        let directives = engines[index].start(saved: [], at: clock.now, using: &self.rng)
        _ = carryOut(directives, of: index)
        // A quarter of an hour of service: buckets are refreshed, so that the size of the network is known.
        for _ in 0..<20 {
          clock.advance(by: .seconds(45))
          _ = carryOut(engines[index].tick(at: clock.now, using: &self.rng), of: index)
        }
      }
    }

    /// Answers everything that follows from these directives; returns the others.
    mutating func carryOut(_ directives: [Engine.Directive], of node: Int) -> [Engine.Directive] {
      var (rest, open): ([Engine.Directive], [Ask]) = (directives.others, directives.asks)
      while !open.isEmpty {
        let ask = open.removeFirst()
        let now = clock.now
        let next =
          answer(ask, to: node).map {
            engines[node].received($0, to: ask.id, from: ask.contact.nodeID, at: now, using: &rng)
          } ?? engines[node].failed(ask.id, .timedOut, at: now, using: &rng)
        rest += next.others
        let cancelled = Set(next.cancelled)
        open = (open + next.asks).filter { !cancelled.contains($0.id) }
      }
      return rest
    }

    private mutating func answer(_ ask: Ask, to node: Int) -> DHTResponse? {
      if let index = indices[ask.contact.nodeID] {
        if index == 0, isVictimGone { return nil }
        let requester = Requester(link: UInt64(node), nodeID: identities[node].nodeID)
        return try? engines[index].answer(ask.request, from: requester, isAdmitted: true, at: clock.now)
      }
      guard isSybil.contains(ask.contact.nodeID), conduct != .isSilent else { return nil }
      switch ask.request {
      case .ping: return .pong
      case .store: return .stored(.accepted)
      case .findNode(let target): return .nodes(named(target))
      case .findValue(let query): return .value([], nodes: named(query.target))
      }
    }

    private mutating func named(_ target: NodeID) -> [Contact] {
      guard conduct == .forges else { return Array(sybils.shuffled(using: &rng).prefix(20)) }
      return (0..<20).map { _ in
        Made.contact(Made.id(sharing: 8 + Int.random(in: 0..<30, using: &rng), with: target, rng.next()))
      }
    }
  }

  @Test(arguments: Conduct.allCases, [20, 200])
  func aKeyThatIsSurroundedIsFoundAllTheSame(conduct: Conduct, count: Int) throws {
    var (found, gets) = (0, 0)
    for seed in 1...3 as ClosedRange<UInt64> {
      var town = Town(seed: seed, sybils: count, conduct)
      let bundle = town.identities[0].bundle(at: town.clock.now.timestamp)
      let directives = try town.engines[0].publish(bundle, at: town.clock.now, using: &town.rng)
      let report = try #require(town.carryOut(directives, of: 0).reports.last)
      let honest = report.holders.count { town.indices[$0] != nil }
      #expect(honest >= 10, "\(honest) of \(report.asked)")
      town.isVictimGone = true
      for asker in [7, 19, 31, 43, 55] {
        let (_, directives) = town.engines[asker].find(
          .node(town.identities[0].nodeID), at: town.clock.now, using: &town.rng)
        let outcome = try #require(town.carryOut(directives, of: asker).outcomes.first)
        gets += 1
        if outcome.matches.first?.holders.contains(where: { $0 != town.engines[asker].local }) == true {
          found += 1
        }
        #expect(outcome.requests <= 80)
      }
    }
    #expect(found == gets)
  }
}
